const key = 'aurelle_age_confirmed'

/** True when the visitor has confirmed their age in this browser session. */
export function ageConfirmed(): boolean {
  try {
    return sessionStorage.getItem(key) === 'yes'
  } catch {
    return false
  }
}

/** Keeps the visitor's confirmation until the browser session ends. */
export function rememberAge() {
  try {
    sessionStorage.setItem(key, 'yes')
  } catch {
    // storage is closed to us in some private windows: the answer then lasts until the page is left
  }
}

/** Where those who do not confirm are sent. */
export const exitTo = 'https://www.google.com'

/**
 * Inline this before the first paint: it hides the gate that the server drew from who has answered it, shuts the page
 * behind it off from who has not, and keeps an answer given before the shop's own scripts have arrived.
 */
export const ageScript =
  `(function(){var d=document,h=d.documentElement,k="${key}",g;try{if(sessionStorage.getItem(k)==="yes")h.dataset.age="ok"}catch(e){}
d.addEventListener("submit",function(e){if(e.target.method!=="dialog"||!e.target.closest("[data-age-gate]"))return;try{sessionStorage.setItem(k,"yes")}catch(e){}h.dataset.age="ok"},true);
d.addEventListener("keydown",function(e){if(e.key==="Escape"&&g&&g.open)e.preventDefault()},true);
d.addEventListener("DOMContentLoaded",function(){g=d.querySelector("dialog[data-age-gate]");if(g&&h.dataset.age!=="ok"){g.close();g.showModal()}})})()`.replaceAll(
    '\n',
    '',
  )

/** The style that goes with the script. */
export const ageStyle = 'html[data-age=ok] [data-age-gate]{display:none}'
