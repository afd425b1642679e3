import { formatPence, londonDay } from '@shop/pricing'
import type { Settings } from '@shop/settings'
import { promises } from '@shop/settings/promises'
import type { Block, ItemLine } from '../paper'
import { linkUntil } from './account-link'
import type { Order } from './order-fields'

/** The bought items with their amounts. */
export function itemsBlock({ items, currency }: Order): Block {
  const printed = ({ name, sku, quantity, unit, total }: Order['items'][number]): ItemLine => ({
    name,
    sku,
    quantity,
    unit: formatPence(unit, currency),
    total: formatPence(total, currency),
  })
  return { kind: 'items', items: items.map(printed) }
}

/** The number and day of the order. */
export function orderFacts(order: Order): { label: string; value: string }[] {
  return [
    { label: 'Order number', value: order.order_number },
    { label: 'Order date', value: londonDay(order.created_at) },
  ]
}

/** The seller as the law asks for: name, address, e-mail. */
export function sellerBlocks({ name, address, email }: Settings['business']): Block[] {
  return [
    { kind: 'heading', text: 'Sold by' },
    { kind: 'lines', lines: [name, address, email].filter(Boolean) },
  ]
}

/** The account of who ordered as a guest: where it has the order, or how to open one. */
export function accountBlocks(order: Order, siteUrl: string, queuedAt: Date): Block[] {
  if (order.in_account)
    return [
      { kind: 'heading', text: 'Your account' },
      {
        kind: 'paragraph',
        text: 'You ordered as a guest, and this address has an account with us, so your order is in it. Sign in to see it. If you’ve forgotten your password, you can choose a new one there.',
      },
      { kind: 'link', label: 'Sign in', href: `${siteUrl}/account/orders` },
    ]
  if (!order.account_token) return []
  return [
    { kind: 'heading', text: 'Save this order to an account' },
    {
      kind: 'paragraph',
      text: `Just choose a password to see your orders in one place and check out faster. You don’t need an account to receive your order. The link is valid for ${String(promises.linkDays)} days, until ${linkUntil(order.issued_at ?? queuedAt)}, and works once. Keep it to yourself: anyone who has it can open the account.`,
    },
    {
      kind: 'link',
      label: 'Open your account',
      href: `${siteUrl}/create-account?token=${order.account_token}`,
    },
  ]
}
