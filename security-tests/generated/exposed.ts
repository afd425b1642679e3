import type { Attacker } from '../../supabase/tests/declaration/attack'
import { sampled } from '@shop/testing/sample'
import { attempt } from '../shop/attempt'
import { isStaff, type AttackedShop } from '../shop/fixtures'
import type { ChangeMonitor } from '../shop/changes'
import { functionCalls, tableCalls } from './calls'
import { readFunctions, readTables } from './catalogue'
import type { DisposableRows } from './disposable-rows'

/**
 * Attacks every table and function that the database exposes as one caller. They are read from the database, so new ones are
 * attacked without being listed. A sample calls half of them once.
 * @param only limits it to the tables and functions with these names
 * @returns what is wrong
 */
export async function attackExposed(
  shop: AttackedShop,
  changes: ChangeMonitor,
  disposable: DisposableRows,
  by: Attacker,
  only?: readonly string[],
): Promise<string[]> {
  const { sql } = shop.backend
  const isMeant = ({ name }: { name: string }): boolean => !only || only.includes(name)
  const tables = (await readTables(sql)).filter(isMeant)
  const functions = (await readFunctions(sql)).filter(isMeant)
  const found: string[] = []
  for (const calls of [
    ...tables.map((table) => tableCalls(table, by, disposable)),
    ...functions.map((info) => functionCalls(info, by)),
  ]) {
    for (const call of only ? calls : sampled(calls, 0.5 / calls.length)) {
      const { reply, found: faults } = await attempt(shop, changes, call)
      found.push(...faults.map((fault) => `${call.name}: ${fault} (${reply})`))
    }
  }
  // What was rejected is looked at together.
  const changed = await changes.changedBy({ by, expects: 'harmless' })
  if (isStaff(by)) {
    await disposable.restore()
    await changes.accept()
  }
  return [...found, ...changed.map((part) => `all that ${by} tried: changed ${part}`)]
}
