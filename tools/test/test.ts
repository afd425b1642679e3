import { createProjectGraphAsync } from '@nx/devkit'
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { findBrowser } from './browser'
import { readArguments } from '../arguments'
import { command, root } from '../environment'
import { installedBrowsers } from './installed-browsers'
import { runMany } from '../build/nx'
import { countTask, reportOf, type Count } from './reports'
import { isDeep, seed } from '@shop/testing/sample'

const taskResults = v.array(v.object({ id: v.string(), status: v.string(), seconds: v.number() }))

/**
 * The targets of Nx that `npm test` runs, two at a time. One process checks the types of all projects, one their lint, and one runs their
 * tests, so that what they share is read once.
 */
const targets = [
  'build',
  'journeys',
  'unused',
  'floating-promises',
  'format',
  'cycles',
  'generated',
  'migrations',
  'typecheck-all',
  'lint-all',
  'test-all',
  'security',
  'newest-node',
  'browsers',
  'production',
]

/** A folder in memory for the databases of tests, which are made anew for each file; null where there is none, or little room. */
function memoryFolder(folder = '/dev/shm'): string | null {
  if (!existsSync(folder)) return null
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 8 * 1024 ** 3 ? folder : null
}

command(async () => {
  const { values } = readArguments({
    call: 'test',
    does: 'Checks everything: types, lint, tests, security and journeys.',
    options: { deep: { type: 'boolean', help: 'all cases in place of a sample, for hours' } },
  })
  if (values.deep) process.env.TEST_DEEP = '1'
  const all = isDeep || values.deep
  console.log(
    all ? 'Everything, for hours.' : `Sample ${String(seed)} of this commit (TEST_SEED sets another).`,
  )
  // Before the first step, so that none of them has to.
  process.env.CHROMIUM_PATH = findBrowser()
  const { installed, missing } = installedBrowsers()
  process.env.TEST_BROWSERS = installed.map(({ name }) => name).join(' ')
  if (missing) console.log(missing)
  process.env.TMPDIR = memoryFolder() ?? tmpdir()

  const { nodes } = await createProjectGraphAsync({ exitOnError: false })
  const folderOf = (project: string) => path.join(root, nodes[project]?.data.root ?? '')
  for (const project of Object.keys(nodes))
    for (const target of targets) {
      const report = reportOf(target, folderOf(project))
      if (report) rmSync(report, { force: true })
    }

  const folder = mkdtempSync(path.join(tmpdir(), 'shop-test-'))
  const file = path.join(folder, 'tasks.json')
  const options = ['-t', targets.join(','), '--parallel=2', '--nxBail=false']
  // Two targets keep both processors busy; a second worker would load the same modules again.
  const env = { TASK_RESULTS: file, TEST_BUILT: '1', VITEST_MAX_WORKERS: '1' }
  const { ok } = await runMany(options, 'inherit', env)
  const tasks = v.parse(taskResults, JSON.parse(readFileSync(file, 'utf8')))
  rmSync(folder, { recursive: true, force: true })
  // What is skipped needs a task that failed, which is named.
  const done = tasks.filter(({ status }) => status !== 'skipped')
  const counts = done.map(({ id, status }): Count => {
    const [project = '', target = ''] = id.split(/:(?=[^:]+$)/)
    return countTask(id, target, folderOf(project), !['failure', 'stopped'].includes(status))
  })
  if (!ok && counts.every(({ failed }) => failed.length === 0))
    counts.push({ passed: 0, failed: [`nx run-many -t ${targets.join(',')}`] })
  const bySeconds = tasks.sort((one, other) => other.seconds - one.seconds)
  console.log(`Seconds: ${bySeconds.map(({ id, seconds }) => `${id} ${seconds.toFixed(0)}`).join(', ')}\n`)

  const failed = counts.flatMap((count) => count.failed)
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const skipped = tasks.filter((task) => !done.includes(task)).map(({ id }) => id)
  if (skipped.length > 0) console.log(`Not run, since what they need failed: ${skipped.join(', ')}\n`)
  if (failed.length > 0)
    console.log(`Failed, with sample ${String(seed)}:\n${failed.map((name) => `  ${name}`).join('\n')}\n`)
  console.log(`${String(passed)} passed, ${String(failed.length)} failed`)
  process.exit(failed.length === 0 ? 0 : 1)
})
