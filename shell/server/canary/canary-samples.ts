import { LRUCache } from 'lru-cache'
import type { SampleKind } from '../releases/canary-analysis'
import type { Canary } from '../releases/release-source'

/** What was counted of a set since it was taken last. */
interface Sample {
  release_set: string
  kind: SampleKind
  n: number
  failures: number
}

/** What this web server counts of both sets while a canary runs. */
export interface CanarySamples {
  /** Counts a network once for each kind and set; as failed, once anything of it has failed. */
  add(step: Canary, set: string, kind: Exclude<SampleKind, 'pace'>, network: string, failed: boolean): void
  /** Compares how long pages of one route take to render, in milliseconds. */
  rendered(step: Canary, set: string, route: string, ms: number): void
  /** What has been counted since, and of which step. Gone once taken. */
  take(): { canary: number; share: number; samples: Sample[] } | null
}

/** Networks that are told apart; of more, some count twice. */
const maxNetworks = 100_000
/** A candidate may take so many times as long. */
const tolerance = 1.2
/** Renders of the live set that wait for one to be compared with, for each route: those of several pages often come together. */
const maxWaiting = 50
/** The first renders of a set run code that is not compiled yet. */
const warmUpRenders = 20

const stepOf = ({ id, share }: Canary) => `${String(id)} ${String(share)}`

export function canarySamples(): CanarySamples {
  let current: Canary | null = null
  let counts = new Map<string, Sample>()
  let renders = 0
  /** The latest renders of the live set of each route that no render of the candidate was compared with. */
  let liveTimes = new Map<string, number[]>()
  const networks = new LRUCache<string, { failed: boolean }>({ max: maxNetworks })

  // Each step counts anew, since the mix of visitors changes with the share.
  const begin = (step: Canary) => {
    if (current && stepOf(current) === stepOf(step)) return
    if (current?.id !== step.id) renders = 0
    current = step
    counts = new Map()
    liveTimes = new Map()
    networks.clear()
  }
  const count = (set: string, kind: SampleKind, n: number, failures: number) => {
    const key = `${set} ${kind}`
    const known = counts.get(key) ?? { release_set: set, kind, n: 0, failures: 0 }
    counts.set(key, { ...known, n: known.n + n, failures: known.failures + failures })
  }
  return {
    add(step, set, kind, network, failed) {
      begin(step)
      const key = `${set} ${kind} ${network}`
      const known = networks.get(key)
      if (known && (known.failed || !failed)) return
      networks.set(key, { failed })
      count(set, kind, known ? 0 : 1, failed ? 1 : 0)
    },
    rendered(step, set, route, ms) {
      begin(step)
      if (set !== step.candidate) {
        liveTimes.set(route, [...(liveTimes.get(route) ?? []), ms].slice(-maxWaiting))
        return
      }
      renders += 1
      const live = renders > warmUpRenders ? liveTimes.get(route)?.pop() : undefined
      if (live === undefined) return
      count(set, 'pace', 1, ms > live * tolerance ? 1 : 0)
    },
    take() {
      if (!current || counts.size === 0) return null
      const taken = { canary: current.id, share: current.share, samples: [...counts.values()] }
      counts = new Map()
      return taken
    },
  }
}
