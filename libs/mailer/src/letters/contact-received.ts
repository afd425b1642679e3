import type { Describe } from './description'

/**
 * To someone who wrote by the contact form. Anyone may enter any address, so the letter repeats
 * nothing of what was entered.
 */
export const describeContactReceived: Describe = () => ({
  subject: 'We have received your message',
  heading: 'We have received your message',
  blocks: [
    {
      kind: 'paragraph',
      text: 'Thank you for writing to us. A person reads every message, and we reply within 1-2 business days.',
    },
    {
      kind: 'paragraph',
      text: 'If you did not write this, someone entered your address by mistake. You need do nothing.',
    },
  ],
})
