import * as v from 'valibot'
import { analyseCanary, sampleKinds, type CanaryCounts, type CanaryVerdict } from './canary-analysis'

const schema = v.object({
  id: v.number(),
  live: v.string(),
  candidate: v.string(),
  share: v.number(),
  by_hand: v.boolean(),
  since: v.string(),
  seconds: v.number(),
  samples: v.array(
    v.object({
      release_set: v.string(),
      kind: v.picklist(sampleKinds),
      n: v.number(),
      failures: v.number(),
    }),
  ),
})

/** The canary that runs, what was counted since it has its share, and what the analysis says. */
export interface RunningCanary extends Omit<v.InferOutput<typeof schema>, 'samples' | 'seconds'> {
  counts: CanaryCounts
  verdict: CanaryVerdict
}

/** Reads what the database says of the canary that runs; null without one. @throws ValiError */
export function readRunningCanary(document: unknown): RunningCanary | null {
  const running = v.parse(v.nullable(schema), document)
  if (!running) return null
  const { samples, seconds, ...canary } = running
  const countsOf = (set: string): CanaryCounts['live'] => {
    const none = { n: 0, failures: 0 }
    const counts = { document: none, file: none, load: none, pace: none }
    for (const { release_set, kind, n, failures } of samples)
      if (release_set === set) counts[kind] = { n, failures }
    return counts
  }
  const counts = { candidate: countsOf(canary.candidate), live: countsOf(canary.live), seconds }
  return { ...canary, counts, verdict: analyseCanary(counts) }
}
