import { row, type Backend, type Json } from '@shop/supabase'
import { errorMessage } from '../error-message'
import type { CanaryVisits } from './canary-visits'
import type { LiveReleaseSet } from '../releases/live-releases'
import { readRunningCanary } from '../releases/running-canary'

export interface CanaryControlOptions {
  /** The backend with the rights of the service. */
  db: Pick<Backend, 'rpc'>
  releases: Pick<LiveReleaseSet, 'canary'>
  visits: Pick<CanaryVisits, 'take'>
  warn: (message: string) => void
  everyMs?: number
}

/** Stops and advances canaries by what all web servers have counted. Each web server does it; the database lets one decide. */
export interface CanaryControl {
  /** Records what this web server has counted, and does what the analysis says. @throws BackendError */
  step(): Promise<void>
  stop(): void
}

const actor = 'Canary analysis'

export function controlCanaries(options: CanaryControlOptions): CanaryControl {
  const { db, releases, visits, warn, everyMs = 10_000 } = options
  const step = async () => {
    const taken = visits.take()
    if (!taken && !releases.canary()) return
    if (taken) {
      const samples: Json = taken.samples.map((sample) => ({ ...sample }))
      await row(
        db.rpc('record_canary_samples', {
          p_canary: taken.canary,
          p_share: taken.share,
          p_samples: samples,
        }),
      )
    }
    const running = readRunningCanary(await row(db.rpc('running_canary')))
    if (!running) return
    const { id, share, by_hand, verdict } = running
    const decided = { p_canary: id, p_actor: actor, p_why: verdict.why }
    if (verdict.does === 'stop') await row(db.rpc('stop_canary', decided))
    if (verdict.does === 'advance' && !by_hand)
      await row(db.rpc('advance_canary', { ...decided, p_share: share }))
  }
  const timer = setInterval(() => {
    step().catch((error: unknown) => {
      warn(`The canary is not analysed: ${errorMessage(error)}`)
    })
  }, everyMs)
  timer.unref()
  return {
    step,
    stop() {
      clearInterval(timer)
    },
  }
}
