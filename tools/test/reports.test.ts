import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../environment'
import { countHostile, countPlaywright, countReport, countVitest } from './reports'

const folder = mkdtempSync(path.join(tmpdir(), 'shop-reports-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

function written(report: unknown): string {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

const vitestFile = (
  name: string,
  assertionResults: { status: string; fullName: string }[],
  message = '',
) => ({
  name: path.join(root, name),
  status: assertionResults.some(({ status }) => status === 'failed') || message ? 'failed' : 'passed',
  message,
  assertionResults,
})

test('of Vitest, failed tests are named by file, and a file without tests by its first line', () => {
  const testResults = [
    vitestFile('libs/a.test.ts', [{ status: 'passed', fullName: 'adds' }]),
    vitestFile('libs/b.test.ts', [
      { status: 'passed', fullName: 'adds' },
      { status: 'failed', fullName: 'removes' },
    ]),
    vitestFile('libs/c.test.ts', [], 'Cannot find module x\n  at c.test.ts'),
  ]
  expect(countVitest({ numPassedTests: 2, testResults })).toEqual({
    passed: 2,
    failed: ['libs/b.test.ts: removes', 'libs/c.test.ts: Cannot find module x'],
  })
})

test('of Playwright, what failed, what passed at a second try and what broke the run have failed', () => {
  const spec = (title: string, status: string) => ({ file: 'cart.spec.ts', title, tests: [{ status }] })
  const suites = [
    {
      specs: [spec('adds', 'expected'), spec('removes', 'unexpected')],
      suites: [{ specs: [spec('undoes', 'flaky'), spec('is left out', 'skipped')] }],
    },
  ]
  expect(
    countPlaywright({ stats: { expected: 1 }, suites, errors: [{ message: 'no server\nat line 1' }] }),
  ).toEqual({
    passed: 1,
    failed: ['cart.spec.ts: removes (unexpected)', 'cart.spec.ts: undoes (flaky)', 'no server'],
  })
})

test('of the hostile run, each attack without findings has passed', () => {
  expect(countHostile({ passed: ['a', 'b'], failed: ['c'] })).toEqual({ passed: 2, failed: ['hostile: c'] })
})

test('a run that failed without naming what failed counts as one failure', () => {
  const file = written({ passed: ['a'], failed: [] })
  expect(countReport('hostile run', true, file, countHostile)).toEqual({ passed: 1, failed: [] })
  expect(countReport('hostile run', false, file, countHostile)).toEqual({
    passed: 1,
    failed: ['hostile run'],
  })
})

test('a run without a report, or with another than expected, counts as one failure', () => {
  const none = { passed: 0, failed: ['hostile run: no report'] }
  expect(countReport('hostile run', true, path.join(folder, 'missing.json'), countHostile)).toEqual(none)
  expect(countReport('hostile run', true, written({ passed: 3 }), countHostile)).toEqual(none)
})
