import type { ShopProcess } from '../../tools/test/shop-process'
import { callAsService } from '../../e2e/service-calls'

/** Puts an email into the outbox that could not be sent, as the service. @returns its id */
export async function failMail(
  shop: ShopProcess,
  mail: { kind: string; recipient: string; subject: string; data?: object; order_id?: string },
): Promise<string> {
  const failed = { ...mail, status: 'failed', attempts: 8, last_error: '550 5.2.2 The mailbox is full' }
  const rows = await callAsService(shop, 'POST', 'email_outbox?select=id', failed)
  return Array.isArray(rows) ? String(rows[0]?.id) : ''
}
