/** The key in local storage under which the chosen theme is stored, as a plain word. */
export const themeKey = 'theme'
export const darkQuery = '(prefers-color-scheme: dark)'

/** Inline this before the first paint: it puts `data-theme` on `<html>` from what the visitor chose earlier. */
export const themeScript = `(function(){var t="light";try{t=localStorage.getItem("${themeKey}")||t}catch(e){}if(t==="system")t=matchMedia("${darkQuery}").matches?"dark":"light";document.documentElement.dataset.theme=t==="dark"?"dark":"light"})()`
