// What the web server writes into a page's head; apart from the components, so that it needs no React to say it.
export { themeScript } from './theme-script'
export { fontFaceCss, fontFiles } from './font-face'
