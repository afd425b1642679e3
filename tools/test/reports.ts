import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { root } from '../environment'
import type { Count } from './count'

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

const hostileReport = v.object({ passed: v.array(v.string()), failed: v.array(v.string()) })

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

/** Reads the report of the hostile run: each attack without findings has passed. */
export function countHostile(report: unknown): Count {
  const { passed, failed } = v.parse(hostileReport, report)
  return { passed: passed.length, failed: failed.map((attack) => `hostile: ${attack}`) }
}

/**
 * Counts a command by the JSON report it wrote. One that failed without naming what failed, or left no report, counts as
 * one failure.
 */
export function countReport(
  title: string,
  ok: boolean,
  file: string,
  count: (report: unknown) => Count,
): Count {
  try {
    const found = count(JSON.parse(readFileSync(file, 'utf8')))
    return ok || found.failed.length > 0 ? found : { ...found, failed: [title] }
  } catch {
    return { passed: 0, failed: [`${title}: no report`] }
  }
}
