import { customerTerms } from '@shop/settings/customer-terms'
import { Paragraph } from '../components'
import type { Template } from './template'

/**
 * To someone who wrote by the contact form. Anyone may enter any address, so the email repeats
 * nothing of what was entered.
 */
export const contactReceived: Template = () => ({
  subject: 'We have received your message',
  body: (
    <>
      <Paragraph>
        {`Thank you for your message. A real person reads every one, and we reply within ${customerTerms.reply}.`}
      </Paragraph>
      <Paragraph>
        If you didn’t contact us, someone entered your address by mistake and you can ignore this email.
      </Paragraph>
    </>
  ),
})
