import { render, toPlainText } from '@react-email/render'
import { Layout, type EmailContent } from './layout'

/** Renders an email as HTML and as plain text. */
export async function renderEmail(
  content: EmailContent,
  sender: string[],
): Promise<{ subject: string; text: string; html: string }> {
  const markup = await render(<Layout {...content} sender={sender} />)
  const html = markup.replace(bidiControls, '').replace(otherControls, ' ')
  return { subject: content.subject, html, text: `${toPlainText(html, textOptions)}\n` }
}

// With bidirectional controls a name could reorder a whole line.
const bidiControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
const otherControls = /[\p{Cc}\p{Zl}\p{Zp}]/gu

type TextOptions = NonNullable<Parameters<typeof toPlainText>[1]>

const textOptions: TextOptions = {
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
    { selector: 'th + td', format: 'inline' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'a', format: 'link' },
  ],
}
