import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ShopProcess } from '../tools/test/shop-process'

/** The API keys of a shop's backend. */
export const keysOf = (shop: ShopProcess): { publishableKey: string; secretKey: string } =>
  JSON.parse(readFileSync(path.join(shop.dataDir, 'keys.json'), 'utf8'))

/**
 * Calls a shop's API as its service does, past every policy, and gives the answer.
 * @param target below /rest/v1/
 * @throws Error when it is rejected
 */
export async function callAsService(
  shop: ShopProcess,
  method: 'POST' | 'PATCH',
  target: string,
  body: object,
): Promise<unknown> {
  const response = await fetch(`http://localhost:${String(shop.backendPort)}/rest/v1/${target}`, {
    method,
    headers: {
      apikey: keysOf(shop).secretKey,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${target} answered ${String(response.status)}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}

/** Does what the shop does every minute: deletes expired rows and writes the emails that fell due. */
export const sweep = (shop: ShopProcess) => callAsService(shop, 'POST', 'rpc/sweep', {})
