/** What is checked of a release before it goes live. */
export type Check =
  | 'files'
  | 'signature'
  | 'pages'
  | 'paths'
  | 'names'
  | 'versions'
  | 'migrations'
  | 'budgets'
  | 'removed pages'
  | 'fragments'
  | 'server'
  | 'browser'

/** What a check found. A warning is what the check cannot know. */
export interface Finding {
  check: Check
  result: 'pass' | 'fail' | 'warning'
  message: string
}

/** What a check cannot know. */
export const warning = (check: Check, message: string): Finding => ({ check, result: 'warning', message })

/** A failure for each problem; without one a pass. */
export const findings = (check: Check, problems: readonly string[], ok: string): Finding[] =>
  problems.length > 0
    ? problems.map((message) => ({ check, result: 'fail', message }))
    : [{ check, result: 'pass', message: ok }]
