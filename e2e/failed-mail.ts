import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ShopProcess } from '../tools/shop-process'

/** Puts an email into the outbox that could not be sent, as the service. @returns its id */
export async function failMail(
  shop: ShopProcess,
  mail: { kind: string; recipient: string; subject: string; data?: object; order_id?: string },
): Promise<string> {
  const { secretKey }: { secretKey: string } = JSON.parse(
    readFileSync(path.join(shop.dataDir, 'keys.json'), 'utf8'),
  )
  const answer = await fetch(`http://localhost:${String(shop.backendPort)}/rest/v1/email_outbox`, {
    method: 'POST',
    headers: { apikey: secretKey, 'content-type': 'application/json', prefer: 'return=representation' },
    body: JSON.stringify({
      ...mail,
      status: 'failed',
      attempts: 8,
      last_error: '550 5.2.2 The mailbox is full',
    }),
  })
  if (!answer.ok) throw new Error(`The email answered ${String(answer.status)}: ${await answer.text()}`)
  const rows: { id: string }[] = await answer.json()
  return rows[0]?.id ?? ''
}
