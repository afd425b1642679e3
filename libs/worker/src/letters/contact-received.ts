import * as v from 'valibot'
import { linesOf, oneLine, type Describe } from './description'

const schema = v.object({
  name: v.pipe(v.string(), v.maxLength(200)),
  subject: v.pipe(v.string(), v.maxLength(300)),
  message: v.pipe(v.string(), v.maxLength(10_000)),
})

/**
 * To someone who wrote by the contact form. Everything they entered stands inside the quotation, the name too: anyone
 * may enter anyone's address, and must not put words into our mouth.
 */
export const describeContactReceived: Describe = (data) => {
  const { name, subject, message } = v.parse(schema, data)
  return {
    subject: 'We have received your message',
    heading: 'We have received your message',
    blocks: [
      { kind: 'paragraph', text: 'Thank you for writing to us. We reply within 1-2 business days. This is what reached us:' },
      { kind: 'quote', text: [`Name: ${oneLine(name)}`, `Subject: ${oneLine(subject)}`, '', ...linesOf(message)].join('\n') },
      { kind: 'paragraph', text: 'If you did not write this, someone entered your address by mistake. You need do nothing.' },
    ],
  }
}
