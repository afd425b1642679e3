import { expect } from 'vitest'
import type { AttackedShop } from './fixtures'
import { replyFaults } from './findings'
import { send, type Call, type Reply } from './send'

/** A call as one line. */
function described({ by, way = 'backend', method, path, headers = {}, body }: Call): string {
  const named = Object.entries(headers).map(([name, value]) => ` ${name}: ${value.slice(0, 80)}`)
  const sent =
    typeof body === 'string' ? ` ${body.slice(0, 160)}` : body ? ` (${String(body.byteLength)} bytes)` : ''
  return `${by ?? 'anyone'} by ${way}: ${method} ${path.slice(0, 200)}${named.join('')}${sent}`
}

/** The message of an assertion about a reply when it fails. */
export function shown(call: Call, { status, location, type, body }: Reply): string {
  const text = type.includes('html') ? `(a page of ${String(body.length)} characters)` : body.slice(0, 300)
  return `${described(call)} → ${String(status)} ${location} ${text}`
}

/** Sends a call; the test fails if the reply has a fault that no reply may have, and goes on. */
export async function ask(shop: AttackedShop, call: Call): Promise<Reply> {
  const reply = await send(shop, call)
  expect.soft(replyFaults(shop, call, reply), shown(call, reply)).toEqual([])
  return reply
}

/** The reply's JSON, or undefined where it is none. */
export function json(reply: Reply): unknown {
  try {
    return JSON.parse(reply.body)
  } catch {
    return undefined
  }
}

/** A text field of the reply's JSON; '' without it. */
export function field(reply: Reply, name: string): string {
  const value = json(reply)
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof found === 'string' ? found : ''
}
