// What a server needs to render pages; browsers never load this file.
export { pageStyles, type StyleElement } from './page-styles'
