import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { hints } from './hints'
import { testDatabase } from '../../../supabase/tests/test-database'

const sql = await testDatabase()

const remote = path.join(import.meta.dirname, '..')

/** Functions of the API that the checkout's pages call. */
const called = readdirSync(remote, { recursive: true })
  .map(String)
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .flatMap((file) => [...readFileSync(path.join(remote, file), 'utf8').matchAll(/\brpc\('(\w+)'/g)])
  .map(([, name]) => `public.${String(name)}`)

/** Arguments of a call in SQL. @param start where its opening bracket stands */
function argumentsAt(source: string, start: number): string[] {
  const found = ['']
  let depth = 0
  let isQuoted = false
  for (const sign of source.slice(start + 1)) {
    if (sign === "'") isQuoted = !isQuoted
    else if (!isQuoted && sign === '(') depth += 1
    else if (!isQuoted && sign === ')') depth -= 1
    if (depth < 0) break
    if (sign === ',' && depth === 0 && !isQuoted) found.push('')
    else found.push(String(found.pop()) + sign)
  }
  return found.map((argument) => argument.trim())
}

/** Every rejection in the source of a function: its code and its hint, both as SQL expressions. */
const rejectionsIn = (source: string) =>
  [...source.matchAll(/private\.reject\(/g)].map(({ 0: call, index }) => {
    const [code, , hint] = argumentsAt(source, index + call.length - 1)
    return { code: String(code), hint: String(hint) }
  })

/** Source of each function that calls of these can reach: those it calls, and triggers of the tables it writes. */
async function reachedFrom(names: readonly string[]): Promise<string[]> {
  const functions = await sql<{ name: string; source: string }[]>`
    select pronamespace::regnamespace || '.' || proname as name, prosrc as source
    from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`
  const triggers = await sql<{ name: string; written: string; events: string[] }[]>`
    select call.pronamespace::regnamespace || '.' || call.proname as name, class.relnamespace::regnamespace || '.' || class.relname as written,
      array_remove(array[case when tgtype & 4 > 0 then 'insert into' end, case when tgtype & 8 > 0 then 'delete from' end,
        case when tgtype & 16 > 0 then 'update' end], null) as events
    from pg_trigger join pg_class as class on class.oid = tgrelid join pg_proc as call on call.oid = tgfoid where not tgisinternal`
  const reached = new Set(names)
  const sources: string[] = []
  for (const name of reached) {
    for (const { source } of functions.filter((one) => one.name === name)) {
      sources.push(source)
      for (const [, next] of source.matchAll(/\b((?:private|public)\.\w+)\(/g)) reached.add(String(next))
      for (const [, event, table] of source.matchAll(
        /\b(insert into|update|delete from)\s+((?:private|public)\.\w+)/g,
      ))
        for (const trigger of triggers)
          if (trigger.written === table && trigger.events.includes(String(event))) reached.add(trigger.name)
    }
  }
  return sources
}

test('the checkout knows every hint the database can give it, and no other', async () => {
  const raised = (await reachedFrom(called)).flatMap(rejectionsIn)
  // PT422 is of a field, which its hint names.
  const reasons = raised.filter(({ code }) => code !== "'PT422'").map(({ hint }) => hint)
  // Triggers raise these when staff write a table themselves.
  const ofStaff = ["'busy'", "'not_allowed'", "'second_factor'", "'staff_only'"]
  // An order that is paid for again changes no status, and money goes back only where staff edit it.
  const ofStatus = [
    "'edit_waiting'",
    "'gift_card_spent'",
    "'gift_card_used'",
    "'gift_card_void'",
    "'provider_unknown'",
  ]
  // The refund of an exchange is written when its difference is paid; whatever it rejects is told as 'session_not_found'.
  const ofRefunds = [
    'amount_left',
    'delivery_left',
    'id',
    'lines_left',
    'marked_refunded',
    'not_paid',
    'order_not_found',
  ].map((hint) => `'${hint}'`)
  const ofOthers = [...ofStaff, ...ofStatus, ...ofRefunds]
  expect([...new Set(reasons)].filter((hint) => !ofOthers.includes(hint)).sort()).toEqual(
    hints.map((hint) => `'${hint}'`).sort(),
  )
})
