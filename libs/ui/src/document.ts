// What the web server writes into a page's head; apart from the components, so that it needs no React to say it.
export { themeScript } from './color-mode-store'
export { fontFaceCss, fontFiles } from './font-face'
