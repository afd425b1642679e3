import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { startOwnTestBackend } from '@shop/local-supabase/in-process'
import type { Sql } from 'postgres'
import { frequentName, makeVocabulary } from '../../supabase/tests/declaration/vocabulary'
import { loadMessages } from '../../supabase/tests/growth/load-messages'
import { loadCustomers } from '../../supabase/tests/growth/load-orders'
import { callAs } from '../../supabase/tests/office-steps'
import { signUpStaff } from '../../supabase/tests/visitor-fixtures'
import { countOf } from '../arguments'
import { root } from '../environment'

/** Milliseconds that 95 of 100 questions may take at most. */
const limit = 100
const rounds = 20
const most = 1_000_000

type Question = [name: string, call: string, args: Record<string, unknown>]

const customers = (name: string, p_query: string, p_page = 1): Question => [
  `customers: ${name}`,
  'office_customers',
  { p_query, p_page },
]
const messages = (name: string, p_filter: object, p_page = 1): Question => [
  `messages: ${name}`,
  'office_messages',
  { p_filter, p_page },
]

const questions = (id: string, email: string): Question[] => [
  customers('first page', ''),
  customers('page 100', '', 100),
  customers('page 10,000', '', 10_000),
  customers('last page', '', most),
  customers('by email', email),
  customers('by a frequent name', frequentName),
  customers('by a frequent name, page 100', frequentName, 100),
  customers('by both names', 'wren scott'),
  customers('by both names the other way round', 'scott wren'),
  customers('part of every email', 'mail'),
  customers('one letter', 'a'),
  customers('two letters that nobody has', 'qz'),
  customers('part of no name', 'qzxw'),
  ['customers: a profile', 'customer_profile', { p_id: id }],
  messages('first page', {}),
  messages('last page', {}, most),
  messages('new', { state: 'new' }),
  messages('of nobody', { assignee: 'none' }),
  messages('closed, last page', { state: 'closed' }, most),
  messages('by email', { q: email }),
  messages('part of every email', { q: 'mail' }),
  messages('part of nothing', { q: 'qzxw' }),
  ['messages: unread', 'unread_messages', {}],
]

async function load(sql: Sql, count: number): Promise<void> {
  const batch = 10_000
  await makeVocabulary(sql)
  for (let from = 1; from <= count; from += batch) {
    const to = Math.min(count, from + batch - 1)
    await loadCustomers(sql, from, to)
    await sql.begin((tx) => loadMessages(tx, from, to, count))
  }
  await sql`vacuum (analyze)`
}

async function slowest(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now()
    await ask()
    times.push(performance.now() - from)
  }
  return times.sort((a, b) => a - b)[Math.ceil(rounds * 0.95) - 1] ?? Number.NaN
}

/**
 * Times the customers and messages of the back office in a throwaway database, without HTTP, prints the figures and writes them to
 * `bench-people.json`.
 *
 * @returns whether all are within their limit
 * @param given how many customers, as the command's option says
 * @throws UsageError for a number of customers that is none
 */
export async function benchPeople(given: string | undefined): Promise<boolean> {
  const count = countOf('count', given, 200_000, 1000)
  const backend = await startOwnTestBackend()
  try {
    const { sql } = backend
    const staff = await signUpStaff(sql)
    const from = performance.now()
    await load(sql, count)
    const [one] = await sql<{ id: string; email: string }[]>`select id, email from customers limit 1`
    const seconds = ((performance.now() - from) / 1000).toFixed(0)
    console.log(`${count.toLocaleString('en-GB')} customers and messages were loaded in ${seconds} s.`)
    const before = loadavg()[0]
    const figures: { name: string; ms: number; verdict: string }[] = []
    for (const [name, call, given] of questions(one?.id ?? '', one?.email ?? '')) {
      const ms = Number((await slowest(() => callAs(sql, staff, call, given))).toFixed(1))
      figures.push({ name, ms, verdict: ms < limit ? 'ok' : 'exceeded' })
    }
    const machine = { 'load before': before, 'load after': loadavg()[0] }
    console.table(figures)
    console.log(
      `p95 of ${String(rounds)} rounds, at most ${String(limit)} ms. Load: ${JSON.stringify(machine)}`,
    )
    const file = path.join(root, 'bench-people.json')
    writeFileSync(file, `${JSON.stringify({ customers: count, limit, machine, figures }, null, 2)}\n`)
    console.log(`Written to ${file}`)
    return figures.every(({ ms }) => ms < limit)
  } finally {
    await backend.stop()
  }
}
