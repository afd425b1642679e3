import { expect, test } from 'vitest'
import { summary, total, type Count } from './count'
import { runLanes, type Lane } from './run-lanes'

const passes: Count = { passed: 2, failed: [] }

/** Lanes that record when they start, and end when released. */
function stage() {
  const started: string[] = []
  const ends = new Map<string, (count: Count) => void>()
  const lane = (title: string, uses: Lane['uses'] = 1, needs?: string): Lane => ({
    title,
    uses,
    ...(needs !== undefined && { needs }),
    run: () => {
      started.push(title)
      return new Promise((resolve) => ends.set(title, resolve))
    },
  })
  const end = async (title: string, count = passes) => {
    ends.get(title)?.(count)
    await new Promise(setImmediate)
  }
  return { started, lane, end }
}

const quiet = () => undefined

test('as many lanes run as there are processors, and the next begins when one ends', async () => {
  const { started, lane, end } = stage()
  const run = runLanes(
    ['lint', 'types', 'format'].map((title) => lane(title)),
    2,
    quiet,
  )
  await new Promise(setImmediate)
  expect(started).toEqual(['lint', 'types'])
  await end('types')
  expect(started).toEqual(['lint', 'types', 'format'])
  await end('lint')
  await end('format')
  expect(total(await run)).toEqual({ passed: 6, failed: [] })
})

test('a lane that uses all processors runs alone', async () => {
  const { started, lane, end } = stage()
  const run = runLanes([lane('lint'), lane('journeys', 'all'), lane('types')], 2, quiet)
  await new Promise(setImmediate)
  expect(started).toEqual(['lint'])
  await end('lint')
  expect(started).toEqual(['lint', 'journeys'])
  await end('journeys')
  await end('types')
  expect(total(await run).passed).toBe(6)
})

test('a lane that fails stops none of the others', async () => {
  const { started, lane, end } = stage()
  const broken: Lane = { title: 'unit', uses: 'all', run: () => Promise.reject(new Error('no memory')) }
  const run = runLanes([lane('lint'), broken, lane('hostile', 'all')], 2, quiet)
  await end('lint', { passed: 0, failed: ['lint'] })
  await end('hostile')
  expect(started).toEqual(['lint', 'hostile'])
  expect(total(await run)).toEqual({ passed: 2, failed: ['lint', 'unit: no memory'] })
})

test('a lane whose need failed counts as failed, and those after it still run', async () => {
  const { started, lane, end } = stage()
  const lanes = [lane('build', 'all'), lane('journeys', 'all', 'build'), lane('hostile', 'all')]
  const reported: string[] = []
  const run = runLanes(lanes, 2, ({ title }) => reported.push(title))
  await end('build', { passed: 0, failed: ['build'] })
  await end('hostile')
  expect(started).toEqual(['build', 'hostile'])
  expect(reported).toEqual(['build', 'journeys', 'hostile'])
  expect(total(await run).failed).toEqual(['build', 'journeys: not run, as build failed'])
})

test('a lane starts once its need has succeeded', async () => {
  const { started, lane, end } = stage()
  const run = runLanes([lane('build'), lane('journeys', 1, 'build')], 2, quiet)
  await new Promise(setImmediate)
  expect(started).toEqual(['build'])
  await end('build')
  expect(started).toEqual(['build', 'journeys'])
  await end('journeys')
  expect(total(await run)).toEqual({ passed: 4, failed: [] })
})

test('the last line is the sum, after every failure by name', () => {
  expect(summary({ passed: 7, failed: [] }, '42')).toBe('7 passed, 0 failed')
  expect(summary({ passed: 5, failed: ['lint', 'cart.test.ts: adds'] }, '42')).toBe(
    'Failed, with seed 42:\n  lint\n  cart.test.ts: adds\n\n5 passed, 2 failed',
  )
})

test('a lane can use its own title while it runs', async () => {
  const lane: Lane = {
    title: 'named',
    uses: 1,
    run() {
      return Promise.resolve({ passed: 0, failed: [this.title] })
    },
  }
  expect(await runLanes([lane], 1, () => undefined)).toEqual([{ passed: 0, failed: ['named'] }])
})
