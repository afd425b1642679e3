import type { Question } from '../declaration/growth'
import type { Cost } from './measure'

/** The cost of a question at each size, and whether its growth passes. */
export interface Finding {
  name: string
  /** Buffers by number of products and orders. */
  buffers: Record<string, number>
  /** Buffers at the largest size over those at the smallest. */
  ratio: number
  verdict: 'flat' | 'bounded' | 'grows' | 'failed'
  /** Why it failed, or the plan of a question that grows. */
  why?: unknown
}

/**
 * The rule: at every larger size a question touches at most 64 buffers or four times as many as at the smallest, which is
 * what the added levels of its indexes may cost, or else no more than the bound stated with it.
 *
 * @param buffers by size, the smallest first
 */
export function judge([smallest = 0, ...larger]: number[], bound?: number): Finding['verdict'] {
  const most = Math.max(...larger)
  if (most <= Math.max(64, 4 * smallest)) return 'flat'
  return bound !== undefined && most <= bound ? 'bounded' : 'grows'
}

/** @param costs of every question by its name, smallest size first */
export function findings(
  questions: Question[],
  costs: { size: number; costs: Map<string, Cost> }[],
): Finding[] {
  return questions.map(({ name, bound }) => {
    const found = costs.map(({ size, costs: bySize }) => ({ size, cost: bySize.get(name) }))
    const buffers = Object.fromEntries(found.map(({ size, cost }) => [String(size), cost?.buffers ?? 0]))
    const counts = Object.values(buffers)
    const [first = 0] = counts
    const failure = found.find(({ cost }) => !cost || cost.error !== undefined)
    const ratio = Number(((counts.at(-1) ?? 0) / Math.max(1, first)).toFixed(1))
    if (failure) return { name, buffers, ratio, verdict: 'failed', why: failure.cost?.error ?? 'not asked' }
    const verdict = judge(counts, bound)
    const dearest = found.reduce((worst, one) =>
      (one.cost?.buffers ?? 0) > (worst.cost?.buffers ?? 0) ? one : worst,
    )
    return { name, buffers, ratio, verdict, ...(verdict === 'grows' && { why: dearest.cost?.plan }) }
  })
}
