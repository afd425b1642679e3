import { expect } from 'vitest'
import type { Attack } from '../../supabase/tests/declaration/attack'
import type { AttackedShop } from './fixtures'
import type { ChangeMonitor } from './changes'
import { attackFaults } from './findings'
import { send, type Call } from './send'

/** Sends an attack. @returns its reply as one line, and what is wrong with it: its faults and the rows it changed */
export async function attempt(
  shop: AttackedShop,
  changes: ChangeMonitor,
  attack: Attack & Call,
): Promise<{ reply: string; found: string[] }> {
  const reply = await send(shop, attack)
  const found = attackFaults(shop, attack, reply)
  const isAccepted = attack.method !== 'GET' && reply.status < 300
  const changed = isAccepted ? await changes.changedBy(attack) : []
  return {
    reply: `${attack.method} ${attack.path} → ${String(reply.status)} ${reply.body.slice(0, 400)}`,
    found: [...found, ...changed.map((part) => `changed ${part}`)],
  }
}

/** Sends an attack; the test fails with everything that is wrong. */
export async function withstands(
  shop: AttackedShop,
  changes: ChangeMonitor,
  attack: Attack & Call,
): Promise<void> {
  const { reply, found } = await attempt(shop, changes, attack)
  expect(found, `${attack.name}: ${reply}`).toEqual([])
}
