import { expect, test } from 'vitest'
import { analyseCanary, type CanaryCounts, type CanaryVerdict, type Count } from './canary-analysis'

/** Random numbers below 1, the same in each run: a commit must not fail by chance (mulberry32). */
function randomNumbers(): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** How often something happens to a visitor of a set; silent ones never confirm that their page runs. */
interface Rates {
  document: number
  file: number
  load: number
  silent: number
  /** How likely a render takes so much longer than the live set's that it counts. */
  slower: number
}
const healthy: Rates = { document: 0.002, file: 0.001, load: 0.005, silent: 0.15, slower: 0.4 }
const none = (): Count => ({ n: 0, failures: 0 })
const noCounts = () => ({ document: none(), file: none(), load: none(), pace: none() })

/** One step of a canary that is looked at after every 50 visitors, until it is decided. @returns the verdict, and the candidate's visitors */
function simulate(random: () => number, candidate: Rates, live: Rates, share: number, most = Infinity) {
  const counts = { candidate: noCounts(), live: noCounts(), seconds: 600 }
  const add = (count: Count, rate: number) => {
    count.n += 1
    if (random() < rate) count.failures += 1
  }
  let verdict: CanaryVerdict = { does: 'wait', why: '' }
  while (verdict.does === 'wait' && counts.candidate.document.n < most) {
    for (let visitor = 0; visitor < 50; visitor += 1) {
      const isGiven = random() < share
      const [rates, count] = isGiven ? [candidate, counts.candidate] : [live, counts.live]
      add(count.document, rates.document)
      add(count.file, rates.file)
      if (random() >= rates.silent) add(count.load, rates.load)
      if (isGiven) add(count.pace, rates.slower)
    }
    verdict = analyseCanary(counts)
  }
  return { verdict, visitors: counts.candidate.document.n }
}

test('of 3,000 healthy canaries less than 1 % are stopped, however often they are looked at', () => {
  const random = randomNumbers()
  let stopped = 0
  for (let canary = 0; canary < 3000; canary += 1) {
    const isStopped = [0.1, 0.5].some(
      (share) => simulate(random, healthy, healthy, share).verdict.does === 'stop',
    )
    if (isStopped) stopped += 1
  }
  expect(stopped).toBeLessThan(30)
})

test.each<[string, Partial<Rates>, number]>([
  ['of which 5 % of loads fail', { load: 0.05, silent: 0 }, 500],
  ['of which 20 % of loads fail', { load: 0.2, silent: 0 }, 200],
  ['of which 5 % of documents fail on the server', { document: 0.05 }, 500],
  ['of which 5 % of files fail', { file: 0.05 }, 500],
  ['of which 40 % of documents never start their scripts', { silent: 0.4 }, 500],
  ['that is slower in two of three comparisons', { slower: 0.67 }, 500],
])('of 1,000 canaries %s 99 %% are stopped in time', (_, fault, most) => {
  const random = randomNumbers()
  let stopped = 0
  for (let canary = 0; canary < 1000; canary += 1) {
    const { verdict } = simulate(
      random,
      { ...healthy, ...fault },
      { ...healthy, silent: fault.silent === 0 ? 0 : healthy.silent },
      0.1,
      most,
    )
    if (verdict.does === 'stop') stopped += 1
  }
  expect(stopped).toBeGreaterThanOrEqual(990)
})

const counted = (n: number, failures = 0) => ({
  document: { n, failures },
  file: none(),
  load: { n, failures: 0 },
  pace: { n, failures: 0 },
})
const enough: CanaryCounts = { candidate: counted(500), live: counted(4500), seconds: 300 }

test.each<[string, CanaryCounts]>([
  ['documents', { ...enough, candidate: { ...counted(500), document: { n: 499, failures: 0 } } }],
  ['loads', { ...enough, candidate: { ...counted(500), load: { n: 499, failures: 0 } } }],
  ['loads of the live set', { ...enough, live: counted(499) }],
  ['renders', { ...enough, candidate: { ...counted(500), pace: none() } }],
  ['time', { ...enough, seconds: 299 }],
  ['anything', { candidate: noCounts(), live: noCounts(), seconds: 86_400 }],
])('without enough %s a canary stays where it is', (_, counts) => {
  expect(analyseCanary(counts)).toMatchObject({
    does: 'wait',
    why: expect.stringMatching('^Too few samples') as string,
  })
  expect(analyseCanary(enough).does).toBe('advance')
})

test('documents whose loads another web server has yet to record stop nothing', () => {
  const of = (documents: number, loads: number) => ({
    ...counted(documents),
    load: { n: loads, failures: 0 },
  })
  expect(analyseCanary({ ...enough, candidate: of(590, 564), live: of(590, 616) }).does).toBe('advance')
  expect(analyseCanary({ ...enough, candidate: of(590, 350), live: of(590, 560) })).toEqual({
    does: 'stop',
    why: 'Its scripts start less often: in 59.3 % of documents, of the live set 94.9 %.',
  })
})

test('a few failures stop nothing, even if all that was counted failed', () => {
  expect(analyseCanary({ ...enough, candidate: counted(7, 7) }).does).toBe('wait')
  expect(analyseCanary({ ...enough, candidate: counted(49, 49) }).does).toBe('wait')
  expect(analyseCanary({ ...enough, candidate: counted(50, 50) })).toEqual({
    does: 'stop',
    why: 'Its documents fail on the server: 100.0 %, of the live set 0.0 %.',
  })
})
