import type { BrowserReport } from './browser-reports'

/** Counts what browsers report of each release, in memory. */
export interface FailureCounts {
  add(report: Pick<BrowserReport, 'remote' | 'version'>): void
  of(remote: string, version: string): number
}

/** What is counted of names and versions is limited by `browserReports`, which knows those of the visitor's set. */
export function failureCounts(): FailureCounts {
  const counts = new Map<string, number>()
  const key = (remote: string, version: string) => `${remote} ${version}`
  return {
    add({ remote, version }) {
      if (remote === null || version === null) return
      const one = key(remote, version)
      counts.set(one, (counts.get(one) ?? 0) + 1)
    },
    of: (remote, version) => counts.get(key(remote, version)) ?? 0,
  }
}
