import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { command } from './environment'
import { summary, total } from './test/count'
import { testLanes } from './test/lanes'
import { runLanes } from './test/run-lanes'

command(async () => {
  const deep = process.argv.includes('--deep')
  const seed = process.env.TEST_SEED ?? String(Math.floor(Math.random() * 2 ** 31))
  console.log(`Seed ${seed} (repeat with TEST_SEED=${seed} npm test)`)
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-test-'))
  const counts = await runLanes(
    testLanes({ deep, seed, folder }),
    availableParallelism(),
    ({ title }, { failed }, seconds) => {
      console.log(`— ${title}: ${failed.length === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(0)} s)\n`)
    },
  )
  rmSync(folder, { recursive: true, force: true })
  const all = total(counts)
  console.log(`\n${summary(all, seed)}`)
  process.exit(all.failed.length === 0 ? 0 : 1)
})
