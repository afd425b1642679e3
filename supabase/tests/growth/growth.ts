import type { Sql } from 'postgres'
import type { Facts, Question } from '../declaration/growth'
import { functions } from '../functions'
import { tables } from '../tables'
import { readFacts } from './facts'
import { grow, prepare, type LoadTimes } from './load'
import { measure, type Cost } from './measure'
import { officeSearches } from './office-searches'
import { productSearches } from './product-searches'
import { findings, type Finding } from './pass-rule'

/** How many products and orders the shop grows to, one after the other. */
export const fullSizes = [1_000, 100_000, 1_000_000]

/** How the shop's questions grow with the shop. */
export interface Growth {
  findings: Finding[]
  /** Seconds, by size and table. */
  loading: Record<string, LoadTimes>
}

/** What pages, the back office and the mailer ask: of each table and function, and searches. */
const questionsOf = (facts: Facts): Question[] => [
  ...[...Object.values(tables), ...Object.values(functions)].flatMap(({ growth }) => growth?.(facts) ?? []),
  ...productSearches(facts),
  ...officeSearches(facts),
]

/**
 * Grows an empty shop through the sizes and asks the same questions at each.
 *
 * @param sql a superuser's connection to a throwaway backend
 * @param sizes numbers of products and orders, ascending; 500 at least
 * @param log told what is going on
 */
export async function measureGrowth(
  sql: Sql,
  sizes: number[],
  log: (line: string) => void = () => undefined,
): Promise<Growth> {
  const costs: { size: number; costs: Map<string, Cost> }[] = []
  const loading: Record<string, LoadTimes> = {}
  let questions: Question[] = []
  let reached = 0
  await prepare(sql)
  for (const size of sizes) {
    const times = await grow(sql, reached, size)
    reached = size
    loading[String(size)] = times
    log(
      `${String(size)} products and orders: ${Object.entries(times)
        .map(([table, seconds]) => `${table} ${seconds.toFixed(1)} s`)
        .join(', ')}`,
    )
    const facts = await readFacts(sql)
    questions = questionsOf(facts)
    costs.push({ size, costs: await measure(sql, questions) })
  }
  return { findings: findings(questions, costs), loading }
}
