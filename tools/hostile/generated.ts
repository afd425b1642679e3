import fc from 'fast-check'
import type { FunctionInfo, TableInfo } from './catalogue'
import { object, plainUpdate, query } from './payloads'
import { isStaff, type Call, type Caller, type AttackRun } from './attack-run'
import { exposed, tryRow } from './rows'
import { createDisposableRows, type DisposableRow } from './disposable-rows'
import type { ChangeMonitor } from './change-monitor'

const json = { 'content-type': 'application/json' }
const preferHeaders = [
  'return=representation',
  'return=minimal',
  'resolution=merge-duplicates,return=representation',
  'count=exact',
]

/** Values generated from the seed and a name: the same in every run with the seed. */
function samples<T>(attackRun: AttackRun, name: string, arbitrary: fc.Arbitrary<T>, count: number): T[] {
  const own = [...name].reduce((sum, sign) => (Math.imul(sum, 31) + sign.charCodeAt(0)) | 0, attackRun.seed)
  return fc.sample(arbitrary, { seed: own, numRuns: count })
}

// Not tried here, since they have the right to it and more changes than their own rows: whoever knows a checkout's id may pay it, and
// who ordered may cancel the order.
const rightful: Readonly<Record<string, RegExp>> = {
  complete_checkout: /@(?:guest|buyer)Checkout@/g,
  cancel_my_order: /@buyerOrder@/g,
}

const withoutRightful = (name: string, body: string): string =>
  rightful[name] ? body.replace(rightful[name], '@unused@') : body

/**
 * The calls of one caller on one table: read, insert, update and delete, with payloads generated for
 * its columns.
 */
function tableCalls(
  attackRun: AttackRun,
  table: TableInfo,
  by: Caller,
  invalid: DisposableRow,
  count: number,
): Call[] {
  const {
    name,
    columns,
    key: [key],
    related,
  } = table
  const address = `/rest/v1/${name}`
  const sample = <T>(what: string, arbitrary: fc.Arbitrary<T>): T[] =>
    samples(attackRun, `${name} ${by} ${what}`, arbitrary, count)
  // Staff have the right to delete the catalogue, so their changes target disposable rows.
  const targets = isStaff(by)
    ? [invalid.filter(name, key)]
    : [`${key ?? columns[0]?.name ?? 'id'}=not.is.null`, query(columns, [])]
  const target = (index: number): string => {
    const chosen = targets[index % targets.length]
    return typeof chosen === 'string'
      ? chosen
      : (fc.sample(chosen ?? fc.constant(''), { seed: attackRun.seed + index, numRuns: 1 })[0] ?? '')
  }
  const ways = ['backend', 'proxy'] as const
  const way = (index: number): Call['way'] => ways[index % 2]
  const prefer = (index: number): Record<string, string> => ({
    prefer: preferHeaders[index % preferHeaders.length] ?? '',
  })
  return [
    { by, method: 'GET', path: `${address}?select=*` },
    ...sample('reads', query(columns, related)).map((part, index): Call => ({
      by,
      way: way(index),
      method: 'GET',
      path: `${address}?${part}`,
    })),
    ...sample('inserts', object(columns)).map((body, index): Call => ({
      by,
      way: way(index),
      method: 'POST',
      path: address,
      body,
      headers: { ...json, ...prefer(index) },
    })),
    ...sample('updates', object(columns)).map((body, index): Call => ({
      by,
      way: way(index + 1),
      method: 'PATCH',
      path: `${address}?${target(index)}`,
      body,
      headers: { ...json, ...prefer(index) },
    })),
    ...columns.map((column, index): Call => ({
      by,
      way: way(index),
      method: 'PATCH',
      path: `${address}?${target(0)}`,
      body: plainUpdate(column),
      headers: json,
    })),
    ...sample('deletes', fc.constant('')).map((_none, index): Call => ({
      by,
      way: way(index),
      method: 'DELETE',
      path: `${address}?${target(index)}`,
      headers: prefer(index),
    })),
  ]
}

function functionCalls(
  attackRun: AttackRun,
  { name, args }: FunctionInfo,
  by: Caller,
  count: number,
): Call[] {
  // Who deletes their account attacks no more: `my-data.db.test.ts` tries it on accounts of its own.
  if (name === 'delete_my_account' && by !== 'keyless' && by !== 'guest') return []
  const sample = (what: string, arbitrary: fc.Arbitrary<string>, times: number): string[] =>
    samples(attackRun, `${name} ${by} ${what}`, arbitrary, times)
  const bodies = [
    ...sample('whole', object(args, true), count * 2),
    ...sample('part', object(args), count),
    ...sample('any', fc.oneof(fc.json({ maxDepth: 3 }), fc.string({ maxLength: 30 })), count),
  ]
  return bodies.map((body, index): Call => ({
    by,
    way: index % 2 === 0 ? 'backend' : 'proxy',
    method: index % 9 === 8 ? 'GET' : 'POST',
    path: `/rest/v1/rpc/${name}`,
    headers: json,
    ...(index % 9 !== 8 && { body: withoutRightful(name, body) }),
  }))
}

// Service-only functions change the mail queue: only their refusal is tested.
const cleared = async (invalid: DisposableRow, watch: ChangeMonitor): Promise<void> => {
  await invalid.restore()
  await watch.settle()
}

/**
 * Every table and function that the database exposes × every caller × read, insert, update, delete or
 * call, with payloads generated from the seed. Shoppers first; then staff, whose changes target
 * disposable rows.
 */
export async function generatedAttacks(attackRun: AttackRun, watch: ChangeMonitor): Promise<void> {
  const invalid = await createDisposableRows(attackRun)
  await watch.settle()
  await attackExposed(attackRun, watch, invalid)
}

/** @param of limits it to the tables and functions with these names */
export async function attackExposed(
  attackRun: AttackRun,
  watch: ChangeMonitor,
  invalid: DisposableRow,
  of?: readonly string[],
): Promise<void> {
  const found = await exposed(attackRun)
  const isMeant = ({ name }: { name: string }): boolean => !of || of.includes(name)
  const [tables, functions] = [found.tables.filter(isMeant), found.functions.filter(isMeant)]
  const times = attackRun.count(4)
  for (const by of found.callers) {
    for (const table of tables) {
      const attack = `table ${table.name} by ${by}`
      for (const call of thinned(attackRun, tableCalls(attackRun, table, by, invalid, times)))
        await tryRow(attackRun, watch, attack, call)
    }
    for (const info of functions) {
      const attack = `function ${info.name} by ${by}`
      for (const call of thinned(attackRun, functionCalls(attackRun, info, by, times)))
        await tryRow(attackRun, watch, attack, call)
    }
    if (isStaff(by)) await cleared(invalid, watch)
  }
}

/** All calls, or in a sample one chosen by the seed. */
function thinned(attackRun: AttackRun, calls: Call[]): Call[] {
  if (attackRun.share === 1 || calls.length === 0) return calls
  return samples(attackRun, calls.map(({ path }) => path).join(), fc.constantFrom(...calls), 1)
}
