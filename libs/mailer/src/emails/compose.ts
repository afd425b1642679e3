import { isEmail } from '@shop/settings'
import * as v from 'valibot'
import { renderEmail, type EmailContent } from '../components'
import type { OutboxMail } from '../outbox'
import type { Email } from '../transport'
import { abandonedCheckout } from './abandoned-checkout'
import { accountDeleted } from './account-deleted'
import { accountLink } from './account-link'
import { backInStock } from './back-in-stock'
import { contactReceived } from './contact-received'
import { contactReply } from './contact-reply'
import { giftCard } from './gift-card'
import { orderConfirmation } from './order-confirmation'
import { orderEdit } from './order-edit'
import { orderStatus } from './order-status'
import { paymentLink } from './payment-link'
import { paymentReturned } from './payment-returned'
import { refund } from './refund'
import { refundGiftCard } from './refund-gift-card'
import { returnStatus } from './return-status'
import { reviewRequest } from './review-request'
import { staffInvitation } from './staff-invitation'
import type { EmailContext, Template } from './template'

const templates = {
  abandoned_checkout: abandonedCheckout,
  order_confirmation: orderConfirmation,
  account_link: accountLink,
  account_deleted: accountDeleted,
  order_edit: orderEdit,
  order_status: orderStatus,
  gift_card: giftCard,
  contact_received: contactReceived,
  contact_reply: contactReply,
  back_in_stock: backInStock,
  payment_link: paymentLink,
  payment_returned: paymentReturned,
  return_status: returnStatus,
  review_request: reviewRequest,
  refund,
  refund_gift_card: refundGiftCard,
  staff_invitation: staffInvitation,
} satisfies Record<string, Template>

/** A kind of email, as the outbox names it. */
export type MailKind = keyof typeof templates

const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(templates, kind)

/**
 * Renders a row of the outbox as an email.
 * @throws Error that names the field, never its content, when the row cannot become an email
 */
export async function composeEmail(
  mail: OutboxMail,
  { siteUrl, business }: Pick<EmailContext, 'siteUrl' | 'business'>,
): Promise<Email> {
  if (!isMailKind(mail.kind))
    throw new Error(`There is no email of the kind "${mail.kind.replace(/\W/g, '').slice(0, 60)}".`)
  if (!isEmail(mail.recipient)) throw new Error('The recipient is not an email address.')
  const site = siteUrl.replace(/\/+$/, '')
  const content = contentOf(mail, templates[mail.kind], {
    siteUrl: site,
    business,
    queuedAt: new Date(mail.created_at),
  })
  const { name, address, email } = business
  return {
    to: mail.recipient,
    messageId: `<${mail.id}@${new URL(site).hostname}>`,
    ...(await renderEmail(content, [name, address, email].filter(Boolean))),
    ...(content.unsubscribe !== undefined && { unsubscribe: content.unsubscribe }),
  }
}

function contentOf({ kind, data }: OutboxMail, template: Template, context: EmailContext): EmailContent {
  try {
    return template(data, context)
  } catch (error) {
    if (!v.isValiError(error)) throw error
    const fields = error.issues.map((issue) => v.getDotPath(issue) ?? 'the data')
    throw new Error(`Not what ${kind} needs: ${[...new Set(fields)].slice(0, 5).join(', ')}.`)
  }
}
