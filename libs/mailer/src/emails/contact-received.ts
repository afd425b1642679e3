import { promises } from '@shop/settings/promises'
import type { Describe } from '../paper'

/**
 * To someone who wrote by the contact form. Anyone may enter any address, so the email repeats
 * nothing of what was entered.
 */
export const describeContactReceived: Describe = () => ({
  subject: 'We have received your message',
  heading: 'We have received your message',
  blocks: [
    {
      kind: 'paragraph',
      text: `Thank you for your message. A real person reads every one, and we reply within ${promises.reply}.`,
    },
    {
      kind: 'paragraph',
      text: 'If you didn’t contact us, someone entered your address by mistake and you can ignore this email.',
    },
  ],
})
