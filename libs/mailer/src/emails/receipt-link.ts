import * as v from 'valibot'
import type { Block } from '../paper'
import { optionalText } from './fields'

/** Who may open a receipt, as the data of a confirmation says. */
export const receiptFields = {
  /** Set for the order of an account. */
  user_id: optionalText,
  // The database's format; nothing else may be part of a link. Emails from before receipts have none.
  token: v.nullish(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,200}$/))),
}

/** The link to the receipt: in the account for an account's order, for a guest's by a token. */
export function receiptLink(
  {
    order_number: number,
    user_id: user,
    token,
  }: { order_number: string; user_id: string; token?: string | null | undefined },
  siteUrl: string,
): Block[] {
  const path = user ? `/account/orders/${number}/receipt` : token && `/receipt?token=${token}`
  return path ? [{ kind: 'link', label: 'Your receipt', href: `${siteUrl}${path}` }] : []
}
