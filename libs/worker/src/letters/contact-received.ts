import * as v from 'valibot'
import { oneLine, type Describe } from './description'

const schema = v.object({ subject: v.pipe(v.string(), v.maxLength(300)) })

const longestSubject = 80
// What mailboxes would make a link of: an address of the web or of e-mail, a telephone number.
const leadsElsewhere = /\p{L}\.\p{L}|[@/\\]|www|\d[\d\s().-]{5,}\d/iu

/** The subject as far as it is told back; null when it could lead someone who never wrote to us elsewhere. */
function told(subject: string): string | null {
  const line = oneLine(subject).normalize('NFKC')
  return line === '' || leadsElsewhere.test(line) ? null : [...line].slice(0, longestSubject).join('')
}

/**
 * To someone who wrote by the contact form. Anyone may enter anyone's address and must not reach them with words of
 * their own, so the message is not repeated: only a short subject is, as a quotation.
 */
export const describeContactReceived: Describe = (data) => {
  const subject = told(v.parse(schema, data).subject)
  return {
    subject: 'We have received your message',
    heading: 'We have received your message',
    blocks: [
      { kind: 'paragraph', text: `Thank you for writing to us. A person reads every message, and we reply within 1-2 business days.${subject ? ' Your subject:' : ''}` },
      ...(subject ? [{ kind: 'quote', text: subject } as const] : []),
      { kind: 'paragraph', text: 'If you did not write this, someone entered your address by mistake. You need do nothing.' },
    ],
  }
}
