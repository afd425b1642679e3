import postgres, { type Sql } from 'postgres'
import * as v from 'valibot'
import type { Asker, Question } from '../declaration/growth'
import { as } from '../visitor-fixtures'

/** What one question cost: 8 KB buffers found in or read into the cache, or why it could not be answered. */
export interface Cost {
  buffers: number
  plan: unknown
  error?: string
}

const explained = v.tuple([
  v.looseObject({
    Plan: v.looseObject({ 'Shared Hit Blocks': v.number(), 'Shared Read Blocks': v.number() }),
  }),
])

class Undo extends Error {}

async function request<T>(sql: Sql, asker: Asker, work: (tx: postgres.ISql) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  const undone = async (tx: postgres.ISql): Promise<never> => {
    result = { value: await work(tx) }
    throw new Undo()
  }
  const asMailer = async (tx: postgres.ISql): Promise<never> => {
    await tx`set local role service_role`
    return undone(tx)
  }
  await (asker === 'mailer' ? sql.begin(asMailer) : as(sql, asker, undone)).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  if (!result) throw new Error('no result')
  return result.value
}

const literal = (value: string | null): string =>
  value === null ? 'null' : `'${value.replaceAll("'", "''")}'`

/** A superuser's connection of its own, with nothing planned or cached yet. */
function freshConnection(sql: Sql): Sql {
  const { host, port, user, pass, database } = sql.options
  return postgres({
    host: host[0],
    port: port[0],
    username: user,
    password: pass ?? '',
    database,
    max: 1,
    onnotice: () => undefined,
  })
}

// Postgres plans a statement for its values five times before it may keep one plan for all of them.
const rounds = 6

/**
 * Asks every question as its visitor does, on one pooled connection, one transaction each, undone afterwards.
 * The cost is the dearest of all rounds but the first, which also fills the connection's own caches: so a plan that Postgres
 * keeps for all values counts as much as one made for these.
 */
export async function measure(sql: Sql, questions: Question[]): Promise<Map<string, Cost>> {
  const connection = freshConnection(sql)
  const costs = new Map<string, Cost>()
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [place, { name, asker, text, values }] of questions.entries()) {
        if (costs.get(name)?.error !== undefined) continue
        const statement = `growth_${String(place)}`
        try {
          const cost = await request(connection, asker, async (tx) => {
            // As PostgREST does, so that values stored out of line are read as well.
            if (round === 0)
              await tx.unsafe(
                `prepare ${statement} as with answer as (${text}) select coalesce(json_agg(answer), '[]') from answer`,
              )
            const given = values.length ? `(${values.map(literal).join(', ')})` : ''
            const [row] = await tx.unsafe<{ 'QUERY PLAN': unknown }[]>(
              `explain (analyze, buffers, timing off, format json) execute ${statement}${given}`,
            )
            const [{ Plan: plan }] = v.parse(explained, row?.['QUERY PLAN'])
            return { buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], plan }
          })
          if (round > 0 && cost.buffers > (costs.get(name)?.buffers ?? -1)) costs.set(name, cost)
        } catch (error) {
          costs.set(name, {
            buffers: 0,
            plan: null,
            error: error instanceof Error ? error.message : String(error),
          })
        }
      }
    }
  } finally {
    await connection.end({ timeout: 2 })
  }
  return costs
}
