import { createHash } from 'node:crypto'
import { isDeep, seed } from '@shop/testing/sample'
import fc from 'fast-check'
import type { Attack, Attacker } from '../../supabase/tests/declaration/attack'
import { functions as declaredFunctions } from '../../supabase/tests/functions'
import { isStaff } from '../shop/fixtures'
import type { Call } from '../shop/send'
import { isClosed } from '../requests/functions'
import type { FunctionInfo, TableInfo } from './catalogue'
import type { DisposableRows } from './disposable-rows'
import { object, parameters, plainUpdate, prefer, query, rows } from './payloads'

type Generated = Attack & Call

// How many of each kind of call; a sample needs no more than one.
const times = isDeep ? 4 : 1
const json = { 'content-type': 'application/json' }

// What a caller has the right to, which changes more than their own rows: whoever knows a checkout's id may pay it, and who
// ordered may cancel the order.
const rightful: Readonly<Record<string, RegExp>> = {
  complete_checkout: /@(?:guest|buyer)Checkout@/g,
  cancel_my_order: /@buyerOrder@/g,
}

/** Values for a name: the same in every run with the same seed. */
function samples<T>(name: string, arbitrary: fc.Arbitrary<T>, count = times): T[] {
  const hash = createHash('sha256')
    .update(`${String(seed)} ${name}`)
    .digest()
  return fc.sample(arbitrary, { seed: hash.readInt32LE(), numRuns: count })
}

/** Names the calls of a caller, and sends every fourth one through the web server. */
function named(
  what: string,
  by: Attacker,
  expects: Attack['expects'],
  calls: Omit<Call, 'by'>[],
): Generated[] {
  return calls.map((call, index) => ({
    ...call,
    by,
    expects,
    name: `${what} by ${by}, ${call.method} ${String(index + 1)}`,
    way: index % 4 === 3 ? 'proxy' : 'backend',
  }))
}

/** The calls of one caller on one table: reads, inserts, updates and deletes, with payloads generated for its columns. */
export function tableCalls(table: TableInfo, by: Attacker, disposable: DisposableRows): Generated[] {
  const { name, columns, related } = table
  const key = table.key[0] ?? columns[0]?.name ?? 'id'
  const sample = <T>(what: string, arbitrary: fc.Arbitrary<T>): T[] =>
    samples(`${name} ${by} ${what}`, arbitrary)
  // Staff have the right to delete the catalogue, so their changes target disposable rows.
  const within = isStaff(by) ? disposable.filter(name, key) : `${key}=not.is.null`
  const target: fc.Arbitrary<string> = isStaff(by)
    ? fc.constant(within)
    : fc.oneof(fc.constant(within), query(columns, []))
  const write = (method: string, body: fc.Arbitrary<string>, aim: fc.Arbitrary<string>) =>
    sample(method, fc.record({ body, aim, prefer })).map((one) => ({
      method,
      path: `/rest/v1/${name}?${one.aim}`,
      body: one.body,
      headers: { ...json, prefer: one.prefer },
    }))
  return named(`table ${name}`, by, 'harmless', [
    { method: 'GET', path: `/rest/v1/${name}?select=*` },
    ...sample('GET', query(columns, related)).map((part) => ({
      method: 'GET',
      path: `/rest/v1/${name}?${part}`,
    })),
    ...write('POST', rows(columns), parameters),
    ...write('PATCH', object(columns), target),
    ...write('PUT', object(columns), target),
    ...columns.map((column) => ({
      method: 'PATCH',
      path: `/rest/v1/${name}?${within}`,
      body: plainUpdate(column),
      headers: json,
    })),
    { method: 'DELETE', path: `/rest/v1/${name}?${within}` },
    ...sample('DELETE', fc.record({ target, prefer })).map((one) => ({
      method: 'DELETE',
      path: `/rest/v1/${name}?${one.target}`,
      headers: { prefer: one.prefer },
    })),
  ])
}

/** The calls of one caller of one function, with arguments generated for its types. */
export function functionCalls({ name, args }: FunctionInfo, by: Attacker): Generated[] {
  // An attacker who deletes their account cannot go on: `my-data.db.test.ts` tries it on accounts of its own.
  if (name === 'delete_my_account' && by !== 'keyless' && by !== 'guest') return []
  const sample = (what: string, arbitrary: fc.Arbitrary<string>, count = times): string[] =>
    samples(`${name} ${by} ${what}`, arbitrary, count)
  const bodies = [
    ...sample('whole', object(args, true), times * 2),
    ...sample('part', object(args)),
    ...sample('more', object([...args, { name: 'p_more', type: 'text' }])),
    ...sample('any', fc.oneof(fc.json({ maxDepth: 3 }), fc.string({ maxLength: 30 }))),
  ].map((body) => (rightful[name] ? body.replace(rightful[name], '@unused@') : body))
  const closed = !isStaff(by) && name in declaredFunctions && isClosed(name)
  return named(`function ${name}`, by, closed ? 'rejected' : 'harmless', [
    ...bodies.map((body) => ({ method: 'POST', path: `/rest/v1/rpc/${name}`, headers: json, body })),
    { method: 'GET', path: `/rest/v1/rpc/${name}` },
  ])
}
