import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import type { Finding } from './finding'
import type { Candidate, RunCandidate } from './verdict'

/** How long a set that has run counts as run, in milliseconds: staff read its verdict, then promote it. */
const cachedMs = 60_000

/** Runs a candidate inside the live set. */
export type RunnerOf = (candidate: Candidate) => RunCandidate

/**
 * Runs a set once within a minute. The records name the hash of every file, so one that changed, or another live set, is run. What
 * failed is run again.
 */
export function recentRuns(runnerOf: RunnerOf): RunnerOf {
  const runs = new LRUCache<string, Promise<Finding[]>>({
    max: 8,
    ttl: cachedMs,
    ttlResolution: 0,
    perf: Date,
  })
  return (candidate) => (records, pages) => {
    const key = createHash('sha256')
      .update(JSON.stringify([candidate.name, records]))
      .digest('hex')
    const known = runs.get(key)
    if (known) return known
    const run = runnerOf(candidate)(records, pages)
    runs.set(key, run)
    run.then(
      (found) => {
        if (found.some(({ result }) => result === 'fail')) runs.delete(key)
      },
      () => runs.delete(key),
    )
    return run
  }
}
