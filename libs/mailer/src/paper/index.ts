export {
  linesOf,
  oneLine,
  type Block,
  type Describe,
  type Description,
  type ItemLine,
  type EmailContext,
} from './description'
export { writeHtml } from './write-html'
export { writeText } from './write-text'
