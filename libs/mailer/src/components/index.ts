export type { EmailContent } from './layout'
export { Button, Facts, Heading, Lines, linesOf, Link, Panel, Paragraph, Quote, type Fact } from './parts'
export { renderEmail } from './render'
export { looks } from './styles'
