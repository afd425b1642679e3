import type { MailKind } from '@shop/mailer/emails'

const kinds: Readonly<Record<MailKind, string>> = {
  abandoned_checkout: 'Unfinished checkout',
  order_confirmation: 'Order confirmation',
  account_link: 'Link to open an account',
  order_edit: 'Change of an order',
  order_status: 'News of an order',
  gift_card: 'Gift card',
  contact_received: 'Receipt of a message',
  contact_reply: 'Answer to a message',
  back_in_stock: 'Back in stock',
  payment_link: 'Payment link',
  payment_returned: 'Payment returned',
  refund: 'Refund',
  return_status: 'News of a return',
  review_request: 'Request for reviews',
  account_deleted: 'Account deleted',
  staff_invitation: 'Invitation of staff',
  refund_gift_card: 'Gift card of a refund',
}

const labels: ReadonlyMap<string, string> = new Map(Object.entries(kinds))

/** What a kind of email is called. */
export const kindLabel = (kind: string): string => labels.get(kind) ?? kind.replaceAll('_', ' ')
