import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { root } from '../environment'

/** The result of a task of the tests. */
export interface Count {
  passed: number
  /** What failed, by name: a whole task or file where no single test did. */
  failed: string[]
}

const vitestReport = v.object({
  numPassedTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.string(),
      assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })),
    }),
  ),
})

interface PlaywrightSuite {
  specs: { file: string; title: string; tests: { status: string }[] }[]
  suites?: PlaywrightSuite[]
}

const playwrightSuite: v.GenericSchema<PlaywrightSuite> = v.object({
  specs: v.array(
    v.object({ file: v.string(), title: v.string(), tests: v.array(v.object({ status: v.string() })) }),
  ),
  suites: v.optional(v.array(v.lazy(() => playwrightSuite))),
})

const playwrightReport = v.object({
  stats: v.object({ expected: v.number() }),
  suites: v.array(playwrightSuite),
  errors: v.array(v.object({ message: v.optional(v.string(), '') })),
})

const firstLine = (text: string) => text.trim().split('\n', 1)[0] ?? ''

const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
]

/** Reads Vitest's JSON report: a file that failed without a test of it counts as one failure. */
export function countVitest(report: unknown): Count {
  const { numPassedTests, testResults } = v.parse(vitestReport, report)
  return {
    passed: numPassedTests,
    failed: testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, message, assertionResults }) => {
        const file = path.relative(root, name)
        const tests = assertionResults.filter(({ status }) => status === 'failed')
        return tests.length > 0
          ? tests.map(({ fullName }) => `${file}: ${fullName}`)
          : [`${file}: ${firstLine(message)}`]
      }),
  }
}

/** Reads Playwright's JSON report; a test that passed at a second try has failed. */
export function countPlaywright(report: unknown): Count {
  const { stats, suites, errors } = v.parse(playwrightReport, report)
  return {
    passed: stats.expected,
    failed: [
      ...suites
        .flatMap(specsOf)
        .flatMap(({ file, title, tests }) =>
          tests
            .filter(({ status }) => status === 'unexpected' || status === 'flaky')
            .map(({ status }) => `${file}: ${title} (${status})`),
        ),
      ...errors.map(({ message }) => firstLine(message)),
    ],
  }
}

const readers: Readonly<Record<string, { file: string; count: (report: unknown) => Count }>> = {
  'test-all': { file: 'dist/test-report.json', count: countVitest },
  security: { file: 'dist/test-report.json', count: countVitest },
  journeys: { file: 'dist/all-report.json', count: countPlaywright },
}

/** Where a target leaves the report of its tests; null for one that counts as a single check. @param folder the project's */
export function reportOf(target: string, folder: string): string | null {
  const reader = readers[target]
  return reader ? path.join(folder, reader.file) : null
}

/**
 * Counts a task by the report it wrote, or as one check where it writes none. A task that failed without naming what failed, or
 * left no report, counts as one failure.
 * @param folder the project's, absolute
 */
export function countTask(id: string, target: string, folder: string, ok: boolean): Count {
  const file = reportOf(target, folder)
  if (!file) return ok ? { passed: 1, failed: [] } : { passed: 0, failed: [id] }
  try {
    const found = readers[target]?.count(JSON.parse(readFileSync(file, 'utf8'))) ?? { passed: 0, failed: [] }
    return ok || found.failed.length > 0 ? found : { ...found, failed: [id] }
  } catch {
    return { passed: 0, failed: [`${id}: no report`] }
  }
}
