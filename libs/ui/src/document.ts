// What the web server writes into a page's head; apart from the components, so that it needs no React to say it.
export { darkQuery, themeKey } from './theme-key'
export { fontFaceCss, fontFiles } from './font-face'
