import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { startOwnTestBackend } from '@shop/local-supabase/in-process'
import { fullSizes, measureGrowth } from '../../supabase/tests/growth/growth'
import { root, UsageError } from '../environment'

function sizesFrom(given: string | undefined): number[] {
  if (given === undefined) return fullSizes
  const sizes = given.split(',').map(Number)
  const ascending = sizes.every((size, index) => Number.isInteger(size) && size > (sizes[index - 1] ?? 499))
  if (!ascending)
    throw new UsageError('--sizes wants whole numbers from 500 up, ascending: --sizes 1000,20000')
  return sizes
}

/**
 * Prints how many buffers each question of the shop touches as the shop grows, and writes it to `bench-growth.json`.
 *
 * @returns whether every question stays flat
 * @param given numbers of rows, as the command's option says
 * @throws UsageError for sizes that are none
 */
export async function benchGrowth(given: string | undefined): Promise<boolean> {
  const sizes = sizesFrom(given)
  const backend = await startOwnTestBackend()
  try {
    const { findings, loading } = await measureGrowth(backend.sql, sizes, (line) => {
      console.log(line)
    })
    console.table(
      Object.fromEntries(
        findings.map(({ name, buffers, ratio, verdict }) => [name, { ...buffers, ratio, verdict }]),
      ),
    )
    for (const { name, verdict, why } of findings)
      if (verdict === 'failed') console.error(`${name}: ${String(why)}`)
    const file = path.join(root, 'bench-growth.json')
    writeFileSync(file, `${JSON.stringify({ sizes, loading, findings }, null, 2)}\n`)
    console.log(`Written to ${file}`)
    return findings.every(({ verdict }) => verdict === 'flat' || verdict === 'bounded')
  } finally {
    await backend.stop()
  }
}
