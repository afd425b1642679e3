import { createBackend, row, type BackendConfig } from '@shop/supabase'
import { subscribeToTable, type Subscription } from '@shop/supabase/server'
import * as v from 'valibot'
import { fetchWithTimeout } from '../http/fetch-with-timeout'

const members = v.record(v.string(), v.string())

const canary = v.object({
  id: v.number(),
  candidate: v.string(),
  share: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
})

/** A set that a share of visitors, in percent, gets in place of the live one. */
export type Canary = v.InferOutput<typeof canary>

const releases = v.object({
  live: v.nullable(v.string()),
  last_good: v.nullable(v.string()),
  withdrawn: v.array(v.string()),
  sets: v.record(v.string(), members),
  canary: v.optional(v.nullable(canary)),
  migrations: v.optional(v.nullable(v.array(v.string())), null),
})

/** Versions by name of the members of one release set. */
export type Members = v.InferOutput<typeof members>

/**
 * What is live, what a rollback gives, what nobody may keep, the canary, the members of every set that a tab may run, and the migrations
 * of the database; null when it does not say.
 */
export type KnownReleases = v.InferOutput<typeof releases>

/** Parses what a source or a file says about releases. @throws ValiError */
export function parseReleases(document: unknown): KnownReleases {
  return v.parse(releases, document)
}

/** Where it is decided which release set is live. */
export interface ReleaseSource {
  /** @throws Error when it cannot be asked */
  read(): Promise<KnownReleases>
  /** Calls the listener after each change; changes may be missed. */
  subscribe(onChange: () => void): Pick<Subscription, 'stop'>
}

/** The shop's database as the source. @param config the backend, with the key of visitors */
export function releasesInDatabase(config: BackendConfig): ReleaseSource {
  const db = createBackend(config, { fetch: fetchWithTimeout() })
  return {
    read: async () => parseReleases(await row(db.rpc('live_releases'))),
    subscribe: (onChange) => subscribeToTable(config, 'release_state', onChange),
  }
}
