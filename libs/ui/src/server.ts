// What a server needs to draw pages; browsers never load this file.
export { DrawnPartsContext } from './drawn-once'
export { keptParts } from './drawn-parts'
export { pageStyles, type StyleElement } from './page-styles'
