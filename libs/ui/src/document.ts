// What the web server needs for a page's head, without React.
export { darkQuery, themeKey } from './theme-key'
export { allFontFiles, fontFaceCss, fontFiles } from './font-face'
