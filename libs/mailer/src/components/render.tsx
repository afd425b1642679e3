import { convert, type HtmlToTextOptions } from 'html-to-text'
import { Layout, type EmailContent } from './layout'

/** Renders an email as HTML and as plain text. */
export async function renderEmail(
  content: EmailContent,
  sender: string[],
): Promise<{ subject: string; text: string; html: string }> {
  // The renderer is loaded with the first email.
  const { renderToStaticMarkup } = await import('react-dom/server')
  const markup = renderToStaticMarkup(<Layout {...content} sender={sender} />)
  const html = `<!doctype html>${markup}`.replace(bidiControls, '').replace(otherControls, ' ')
  return { subject: content.subject, html, text: `${convert(html, textOptions)}\n` }
}

// With bidirectional controls a name could reorder a whole line.
const bidiControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
const otherControls = /[\p{Cc}\p{Zl}\p{Zp}]/gu

const textOptions: HtmlToTextOptions = {
  wordwrap: false,
  formatters: {
    label(element, walk, builder) {
      walk(element.children, builder)
      builder.addInline(': ')
    },
    link(element, walk, builder) {
      walk(element.children, builder)
      builder.addInline(':')
      builder.addLineBreak()
      builder.addInline(element.attribs.href, { noWordTransform: true })
    },
  },
  selectors: [
    { selector: 'h1', options: { uppercase: false, leadingLineBreaks: 2 } },
    { selector: 'th', format: 'label' },
    { selector: '[data-text-format=label]', format: 'label' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'a', format: 'link' },
  ],
}
