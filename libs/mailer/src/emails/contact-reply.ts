import { londonDay } from '@shop/pricing'
import { withoutLinks } from '@shop/settings'
import * as v from 'valibot'
import { linesOf, type Describe } from '../paper'
import { moment } from './fields'

const schema = v.object({
  text: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  // Entered on the contact page, together with any address.
  question: v.pipe(v.string(), v.transform(withoutLinks)),
  subject: v.pipe(v.string(), v.transform(withoutLinks)),
  asked_at: moment,
})

/** The answer of staff to a message, with the message quoted below it. */
export const describeContactReply: Describe = (data, { siteUrl }) => {
  const { text, question, subject, asked_at: at } = v.parse(schema, data)
  return {
    subject: 'Our reply to your message',
    heading: 'Our reply to your message',
    blocks: [
      { kind: 'lines', lines: linesOf(text) },
      { kind: 'button', label: 'Reply on our contact page', href: `${siteUrl}/contact` },
      { kind: 'heading', text: 'Your message' },
      { kind: 'paragraph', text: `You wrote on ${londonDay(at)}${subject ? `, about “${subject}”` : ''}:` },
      { kind: 'quote', text: question || '[left out]' },
    ],
  }
}
