import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../environment'
import { countPlaywright, countTask, countVitest } from './reports'

const folder = mkdtempSync(path.join(tmpdir(), 'shop-reports-'))
mkdirSync(path.join(folder, 'dist'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

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

test('a task without a report counts as one check', () => {
  expect(countTask('ui:lint', 'lint', folder, true)).toEqual({ passed: 1, failed: [] })
  expect(countTask('ui:lint', 'lint', folder, false)).toEqual({ passed: 0, failed: ['ui:lint'] })
})

test('a task that should have left a report counts as one failure where it did not, or left another', () => {
  const none = { passed: 0, failed: ['shop:test-all: no report'] }
  expect(countTask('shop:test-all', 'test-all', folder, true)).toEqual(none)
  writeFileSync(path.join(folder, 'dist/test-report.json'), JSON.stringify({ passed: 3 }))
  expect(countTask('shop:test-all', 'test-all', folder, true)).toEqual(none)
})

test('a task that failed without naming what failed counts as one failure', () => {
  writeFileSync(
    path.join(folder, 'dist/test-report.json'),
    JSON.stringify({ numPassedTests: 2, testResults: [] }),
  )
  expect(countTask('shop:test-all', 'test-all', folder, true)).toEqual({ passed: 2, failed: [] })
  expect(countTask('shop:test-all', 'test-all', folder, false)).toEqual({
    passed: 2,
    failed: ['shop:test-all'],
  })
})
