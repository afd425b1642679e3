import type { Check, Finding } from './finding'

/** What follows from a check that fails: the release does not go live, or the command says so and goes on. */
const policy: Readonly<Record<Check, 'block' | 'warn'>> = {
  files: 'block',
  signature: 'block',
  pages: 'block',
  paths: 'block',
  names: 'block',
  versions: 'block',
  migrations: 'block',
  budgets: 'warn',
  'removed pages': 'warn',
  fragments: 'warn',
  server: 'block',
  browser: 'block',
}

/** The findings for which a release does not go live. */
export const blocking = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ check, result }) => result === 'fail' && policy[check] === 'block')
