import { isEmail } from '@shop/settings'
import * as v from 'valibot'
import type { OutboxMail } from '../outbox'
import type { Email } from '../transport'
import { describeAccountDeleted } from './account-deleted'
import { describeAccountLink } from './account-link'
import { describeBackInStock } from './back-in-stock'
import { describeContactReceived } from './contact-received'
import { describeContactReply } from './contact-reply'
import { oneLine, writeHtml, writeText, type Describe, type Description, type EmailContext } from '../paper'
import { describeGiftCard } from './gift-card'
import { describeOrderConfirmation } from './order-confirmation'
import { describeOrderStatus } from './order-status'
import { describePaymentReturned } from './payment-returned'
import { describeRefund, describeRefundGiftCard } from './refund'
import { describeReturnStatus } from './return-status'
import { describeStaffInvitation } from './staff-invitation'
import { describeReviewRequest } from './review-request'

const kinds = new Map<string, Describe>([
  ['order_confirmation', describeOrderConfirmation],
  ['account_link', describeAccountLink],
  ['account_deleted', describeAccountDeleted],
  ['order_status', describeOrderStatus],
  ['gift_card', describeGiftCard],
  ['contact_received', describeContactReceived],
  ['contact_reply', describeContactReply],
  ['back_in_stock', describeBackInStock],
  ['payment_returned', describePaymentReturned],
  ['return_status', describeReturnStatus],
  ['review_request', describeReviewRequest],
  ['refund', describeRefund],
  ['refund_gift_card', describeRefundGiftCard],
  ['staff_invitation', describeStaffInvitation],
])

/**
 * Renders a row of the outbox as an email.
 * @throws Error that names the field, never its content, when the row cannot become an email
 */
export function composeEmail(
  mail: OutboxMail,
  { siteUrl, business }: Pick<EmailContext, 'siteUrl' | 'business'>,
): Email {
  const describe = kinds.get(mail.kind)
  if (!describe) throw new Error(`There is no email of the kind "${oneLine(mail.kind).slice(0, 60)}".`)
  if (!isEmail(mail.recipient)) throw new Error('The recipient is not an email address.')
  const site = siteUrl.replace(/\/+$/, '')
  const description = complete(mail, describe, {
    siteUrl: site,
    business,
    queuedAt: new Date(mail.created_at),
  })
  return {
    to: mail.recipient,
    subject: oneLine(description.subject),
    text: writeText(description),
    html: writeHtml(description),
    messageId: `<${mail.id}@${new URL(site).hostname}>`,
  }
}

function complete(mail: OutboxMail, describe: Describe, context: EmailContext): Description {
  const { name, address, email } = context.business
  try {
    return { ...describe(mail.data, context), sender: [name, address, email].filter(Boolean) }
  } catch (error) {
    if (!v.isValiError(error)) throw error
    const fields = error.issues.map((issue) => v.getDotPath(issue) ?? 'the data')
    throw new Error(`Not what ${mail.kind} needs: ${[...new Set(fields)].slice(0, 5).join(', ')}.`)
  }
}
