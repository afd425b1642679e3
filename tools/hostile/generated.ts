import fc from 'fast-check'
import type { FunctionInfo, TableInfo } from './catalogue'
import { object, plainUpdate, query } from './payloads'
import { isStaff, type Call, type Caller, type Raid } from './raid'
import { exposed, tryRow } from './rows'
import { sacrifice, type Sacrificed } from './sacrificed'
import type { Watch } from './watch'

const json = { 'content-type': 'application/json' }
const prefers = [
  'return=representation',
  'return=minimal',
  'resolution=merge-duplicates,return=representation',
  'count=exact',
]

/** Values drawn by a seed: the same for the same name in every run of the seed. */
function drawn<T>(raid: Raid, name: string, arbitrary: fc.Arbitrary<T>, count: number): T[] {
  const own = [...name].reduce((sum, sign) => (Math.imul(sum, 31) + sign.charCodeAt(0)) | 0, raid.seed)
  return fc.sample(arbitrary, { seed: own, numRuns: count })
}

// Whoever knows a checkout's id may pay it: the one thing that must not be tried here.
const unpaid = (text: string): string =>
  text.replaceAll('@guestCheckout@', '@unused@').replaceAll('@buyerCheckout@', '@unused@')

/**
 * The calls of one caller upon one table: read, insert, update and delete, with payloads drawn for its
 * columns.
 */
function tableCalls(raid: Raid, table: TableInfo, by: Caller, spoilt: Sacrificed, count: number): Call[] {
  const {
    name,
    columns,
    key: [key],
    related,
  } = table
  const address = `/rest/v1/${name}`
  const draw = <T>(what: string, arbitrary: fc.Arbitrary<T>): T[] =>
    drawn(raid, `${name} ${by} ${what}`, arbitrary, count)
  // Staff may well delete the catalogue, so their changes are aimed at rows made for it.
  const aims = isStaff(by)
    ? [spoilt.filter(name, key)]
    : [`${key ?? columns[0]?.name ?? 'id'}=not.is.null`, query(columns, [])]
  const aim = (index: number): string => {
    const chosen = aims[index % aims.length]
    return typeof chosen === 'string'
      ? chosen
      : (fc.sample(chosen ?? fc.constant(''), { seed: raid.seed + index, numRuns: 1 })[0] ?? '')
  }
  const ways = ['backend', 'proxy'] as const
  const way = (index: number): Call['way'] => ways[index % 2]
  const prefer = (index: number): Record<string, string> => ({
    prefer: prefers[index % prefers.length] ?? '',
  })
  return [
    { by, method: 'GET', path: `${address}?select=*` },
    ...draw('reads', query(columns, related)).map((part, index): Call => ({
      by,
      way: way(index),
      method: 'GET',
      path: `${address}?${part}`,
    })),
    ...draw('inserts', object(columns)).map((body, index): Call => ({
      by,
      way: way(index),
      method: 'POST',
      path: address,
      body,
      headers: { ...json, ...prefer(index) },
    })),
    ...draw('updates', object(columns)).map((body, index): Call => ({
      by,
      way: way(index + 1),
      method: 'PATCH',
      path: `${address}?${aim(index)}`,
      body,
      headers: { ...json, ...prefer(index) },
    })),
    ...columns.map((column, index): Call => ({
      by,
      way: way(index),
      method: 'PATCH',
      path: `${address}?${aim(0)}`,
      body: plainUpdate(column),
      headers: json,
    })),
    ...draw('deletes', fc.constant('')).map((_none, index): Call => ({
      by,
      way: way(index),
      method: 'DELETE',
      path: `${address}?${aim(index)}`,
      headers: prefer(index),
    })),
  ]
}

function functionCalls(raid: Raid, { name, args }: FunctionInfo, by: Caller, count: number): Call[] {
  const draw = (what: string, arbitrary: fc.Arbitrary<string>, times: number): string[] =>
    drawn(raid, `${name} ${by} ${what}`, arbitrary, times)
  const bodies = [
    ...draw('whole', object(args, true), count * 2),
    ...draw('part', object(args), count),
    ...draw('any', fc.oneof(fc.json({ maxDepth: 3 }), fc.string({ maxLength: 30 })), count),
  ]
  return bodies.map((body, index): Call => ({
    by,
    way: index % 2 === 0 ? 'backend' : 'proxy',
    method: index % 9 === 8 ? 'GET' : 'POST',
    path: `/rest/v1/rpc/${name}`,
    headers: json,
    ...(index % 9 !== 8 && { body: name === 'complete_checkout' ? unpaid(body) : body }),
  }))
}

// What the service alone may call changes the queue of letters; that it refuses is tried, not what it does.
const emptied = async (spoilt: Sacrificed, watch: Watch): Promise<void> => {
  await spoilt.restore()
  await watch.settle()
}

/**
 * Every table and function that the database exposes × every caller × read, insert, update, delete or
 * call, with
 * payloads drawn by the seed. Shoppers first; then staff, whose changes are aimed at rows made for it.
 */
export async function generatedAttacks(raid: Raid, watch: Watch): Promise<void> {
  const spoilt = await sacrifice(raid)
  await watch.settle()
  await attackExposed(raid, watch, spoilt)
}

/** @param of the tables and functions with these names alone */
export async function attackExposed(
  raid: Raid,
  watch: Watch,
  spoilt: Sacrificed,
  of?: readonly string[],
): Promise<void> {
  const found = await exposed(raid)
  const isMeant = ({ name }: { name: string }): boolean => !of || of.includes(name)
  const [tables, functions] = [found.tables.filter(isMeant), found.functions.filter(isMeant)]
  const times = raid.count(4)
  for (const by of found.callers) {
    for (const table of tables) {
      const attack = `table ${table.name} by ${by}`
      for (const call of thinned(raid, tableCalls(raid, table, by, spoilt, times)))
        await tryRow(raid, watch, attack, call)
    }
    for (const info of functions) {
      const attack = `function ${info.name} by ${by}`
      for (const call of thinned(raid, functionCalls(raid, info, by, times)))
        await tryRow(raid, watch, attack, call)
    }
    if (isStaff(by)) await emptied(spoilt, watch)
  }
}

/** All calls, or in a sample the one that the seed chooses. */
function thinned(raid: Raid, calls: Call[]): Call[] {
  if (raid.share === 1 || calls.length === 0) return calls
  return drawn(raid, calls.map(({ path }) => path).join(), fc.constantFrom(...calls), 1)
}
