// What a server needs to draw pages; browsers never load this file.
export { pageStyles, type StyleElement } from './page-styles'
