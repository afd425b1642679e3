import type { Sql } from 'postgres'
import type { Actor, Person, Fixtures } from '../declaration/people'
import type { Command, Overreach } from '../declaration/table'
import { guarded } from '../tables'
import { rejection } from '../visitor-fixtures'
import { declarationOf, everywhere, type Outcome } from './expectations'

/** The rows of a table before anybody tried anything. */
export type Rows = Map<string, { label: string; ctid: string }>

interface Row {
  key: string
  ctid: string
}

/** What the policies must stop by themselves, by table. */
export const overreaches = Object.entries(guarded).flatMap(([table, { overreaches: list = [] }]) =>
  list.map((overreach) => ({ table, ...overreach })),
)

/** Every row of a table with its label. */
export async function readRows(sql: Sql, table: string): Promise<Rows> {
  const { key, label } = declarationOf(table).rows
  const rows = await sql.unsafe<{ key: string; label: string | null; ctid: string }[]>(
    `select t.${key}::text as key, ${label} as label, t.ctid::text as ctid from ${table} as t`,
  )
  return new Map(rows.map((row) => [row.key, { label: row.label ?? 'unlabelled', ctid: row.ctid }]))
}

function person(fixtures: Fixtures, actor: Actor): Person {
  return fixtures.people[actor === 'service' ? 'owner' : actor]
}

/** Runs work in one transaction that is taken back; unlike in `sql.begin`, an error that was expected does not end it. */
export async function undone<T>(sql: Sql, work: (tx: Sql) => Promise<T>): Promise<T> {
  const tx = await sql.reserve()
  try {
    await tx.unsafe('begin')
    return await work(tx)
  } finally {
    await tx.unsafe('rollback')
    tx.release()
  }
}

/** SQL that makes the transaction a request of a visitor, as the API does. */
function request(fixtures: Fixtures, actor: Actor): string {
  const { user, headers } = person(fixtures, actor).visitor
  const role = actor === 'service' ? 'service_role' : user ? 'authenticated' : 'anon'
  const claims = actor === 'service' || !user ? { role } : { sub: user.id, email: user.email, role }
  return `select set_config('request.jwt.claims', '${JSON.stringify(claims)}', true),
    set_config('request.jwt.claim.sub', '${'sub' in claims ? claims.sub : ''}', true),
    set_config('request.headers', '${JSON.stringify(actor === 'service' ? {} : (headers ?? {}))}', true);
    set local role ${role}`
}

/** Runs work as one request of a visitor and takes everything back. @returns `ok` and a value, or the code of its error */
async function attempt<T>(
  tx: Sql,
  fixtures: Fixtures,
  actor: Actor,
  before: string,
  work: () => Promise<T>,
): Promise<{ code: string; value?: T }> {
  await tx.unsafe(`savepoint attempt; ${before}; ${request(fixtures, actor)}`).simple()
  try {
    return { code: 'ok', value: await work() }
  } catch (error) {
    const { code, message } = await rejection(Promise.reject(error))
    return { code: code || message }
  } finally {
    await tx.unsafe('rollback to savepoint attempt; release savepoint attempt').simple()
  }
}

function reached(rows: Rows, isTouched: (key: string) => boolean): Outcome {
  const counts = new Map<string, { touched: number; total: number }>()
  for (const [key, { label }] of rows) {
    const count = counts.get(label) ?? { touched: 0, total: 0 }
    counts.set(label, { touched: count.touched + Number(isTouched(key)), total: count.total + 1 })
  }
  return Object.fromEntries(
    [...counts].map(([label, { touched, total }]) => [
      label,
      touched === 0 ? 'none' : touched === total ? 'all' : 'some',
    ]),
  )
}

async function tryInsert(tx: Sql, fixtures: Fixtures, table: string, actor: Actor): Promise<Outcome> {
  const { insert, before } = declarationOf(table).rows
  // A visitor without an account tries with the owner's ids.
  const me = person(fixtures, actor).userId ? person(fixtures, actor) : fixtures.people.owner
  const them = me === fixtures.people.other ? fixtures.people.owner : fixtures.people.other
  const outcome: Outcome = {}
  for (const [kind, statement] of Object.entries(insert)) {
    const { code } = await attempt(tx, fixtures, actor, before?.insert?.(me) ?? '', () =>
      tx.unsafe(statement(me, them, fixtures)),
    )
    outcome[kind] = code === 'ok' ? 'all' : code
  }
  return outcome
}

/** One command of one visitor on a whole table, in a transaction of the caller's, taken back. */
export async function tryCommand(
  tx: Sql,
  fixtures: Fixtures,
  rows: Rows,
  table: string,
  command: Command,
  actor: Actor,
): Promise<Outcome> {
  if (command === 'insert') return tryInsert(tx, fixtures, table, actor)
  const { key, change, before } = declarationOf(table).rows
  const labels = new Set([...rows.values()].map(({ label }) => label))
  const { code, value: found } = await attempt(
    tx,
    fixtures,
    actor,
    command === 'delete' ? (before?.delete ?? '') : '',
    async () => {
      if (command === 'select')
        return tx.unsafe<Row[]>(`select ${key}::text as key, '' as ctid from ${table}`)
      // No condition, no returning: the right to read must not be what protects from writing.
      await tx.unsafe(command === 'update' ? `update ${table} set ${change}` : `delete from ${table}`)
      await tx.unsafe('set local role none')
      return tx.unsafe<Row[]>(`select ${key}::text as key, ctid::text as ctid from ${table}`)
    },
  )
  if (!found) return everywhere(labels, code)
  const after = new Map(found.map((row) => [row.key, row.ctid]))
  return reached(
    rows,
    command === 'select' ? (name) => after.has(name) : (name) => after.get(name) !== rows.get(name)?.ctid,
  )
}

/** The answer to a guarded call: `ok` or the error's code. */
export async function tryCall(tx: Sql, fixtures: Fixtures, call: string, actor: Actor): Promise<string> {
  return (await attempt(tx, fixtures, actor, '', () => tx.unsafe(call))).code
}

/** SQL that grants every column of a table to the roles of the API. */
const grantAll = (table: string): string =>
  `grant select, insert, update, delete on ${table} to anon, authenticated`

/** The answer to an overreach with every column granted: an error's code or the number of rows. */
export async function tryOverreach(
  tx: Sql,
  fixtures: Fixtures,
  { table, actor, statement }: Overreach & { table: string },
): Promise<string> {
  const me = person(fixtures, actor)
  const { code, value } = await attempt(tx, fixtures, actor, grantAll(table), () =>
    tx.unsafe(statement(me, fixtures.people.other, fixtures)),
  )
  return value ? String(value.count) : code
}
