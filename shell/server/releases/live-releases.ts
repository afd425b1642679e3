import type { ReleaseSet } from '@shop/federation'
import { recordReleaseUse } from '@shop/federation/store'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { errorMessage } from '../error-message'
import { loadSet, Unservable, type ReleaseProblem, type Verify } from './load-set'
import {
  parseReleases,
  type Canary,
  type KnownReleases,
  type Members,
  type ReleaseSource,
} from './release-source'

/** The release sets that this web server serves. */
export interface LiveReleaseSet {
  /** The live set; the last good one while the live one cannot be served. */
  current(): Promise<ReleaseSet>
  /** The set of a visitor. @param pinned id of the set that the visitor keeps; null for the live one */
  forVisitor(pinned: string | null): Promise<ReleaseSet>
  /** Id of the set that a rollback would give; null when there is none, it is served already, or it was withdrawn. */
  lastGood(): string | null
  /** The canary that runs and whose set this server can serve. */
  canary(): Canary | null
  /** Logs that a set does not run in a browser although its files arrive. Anybody can report a set, so nothing else follows. */
  reportBroken(id: string): void
  /** Why the set that should be live is not served; null when it is. */
  problem(): ReleaseProblem | null
}

/** One set that never changes. */
export function fixedReleaseSet(set: ReleaseSet): LiveReleaseSet {
  return {
    current: () => Promise.resolve(set),
    forVisitor: () => Promise.resolve(set),
    lastGood: () => null,
    canary: () => null,
    reportBroken: () => undefined,
    problem: () => null,
  }
}

/** Options of the live release sets. */
export interface LiveReleasesOptions {
  /** Folder of the release store. */
  store: string
  /** The record of a stored release that may run. @throws Error that says what is wrong with it */
  verify: Verify
  source: ReleaseSource
  /** Where the last good state is stored, for a start without the database. */
  lastGoodFile: string
  /** Members to serve when neither database nor disk knows a set. */
  fallback?: Members | null
  /** Loads what a set needs before it goes live, so that no visitor waits for it. */
  prepare?: (set: ReleaseSet) => Promise<void>
  /** Called after another set has gone live, or a canary has begun. @param before the one that everybody had */
  onChange?: (before: ReleaseSet) => void
  warn: (message: string) => void
  /** How often the source is asked when it announces nothing, in milliseconds. */
  pollMs?: number
}

/** Live release sets that follow their source. */
export interface FollowedReleases extends LiveReleaseSet {
  stop(): Promise<void>
}

const none: ReleaseSet = { id: 'none', remotes: {} }

/**
 * Follows the live release set of a shop. A set goes live here once all its files are in the store and it is prepared; until
 * then, and while the source cannot be asked, the one before is served.
 */
export async function followReleases(options: LiveReleasesOptions): Promise<FollowedReleases> {
  const { store, verify, source, lastGoodFile, fallback = null, prepare, warn, pollMs = 10_000 } = options
  let live = none
  let known: KnownReleases = { live: null, last_good: null, withdrawn: [], sets: {}, migrations: null }
  let problem: ReleaseProblem | null = null
  let canary: Canary | null = null
  let rejectedCanary: number | null = null
  let noted = ''
  let isReported = false
  const reported = new Set<string>()
  const loaded = new Map<string, Promise<ReleaseSet>>()

  const load = (id: string, members: Members): Promise<ReleaseSet> => {
    const set = loaded.get(id) ?? loadSet(verify, id, members, known.migrations)
    loaded.set(id, set)
    // Asked again at the next poll: its files may still be on their way.
    set.catch(() => loaded.delete(id))
    return set
  }

  const problemOf = (error: unknown, set: string): ReleaseProblem => {
    if (error instanceof Unservable) return error.problem
    return { set, member: 'shell', version: '', why: errorMessage(error) }
  }

  /**
   * Looks whether the live set is still as it was signed. One that is not goes on being served: what runs of it was read
   * before, and browsers run nothing that has another hash.
   */
  const recheck = async (): Promise<void> => {
    const members = known.sets[live.id]
    if (!members) return
    await loadSet(verify, live.id, members, known.migrations).catch((error: unknown) => {
      problem = problemOf(error, live.id)
      loaded.delete(live.id)
      warn(`Release set ${live.id} is live and damaged: ${errorMessage(error)}`)
    })
  }

  /** Serves what is live by this state, unless it cannot be served. */
  const adopt = async (next: KnownReleases): Promise<boolean> => {
    const { live: id, sets } = next
    const members = id === null ? undefined : sets[id]
    if (id === null || !members) return false
    try {
      const set = await load(id, members)
      if (set !== live) await prepare?.(set)
      const before = live
      // Made live again, it is logged again.
      if (set !== live) reported.delete(id)
      live = set
      problem = null
      if (before !== set && before !== none) options.onChange?.(before)
      return true
    } catch (error) {
      const message = errorMessage(error)
      if (problem?.set !== id) warn(`Release set ${id} is not served, keeping ${live.id}: ${message}`)
      problem = problemOf(error, id)
      return false
    }
  }

  /** Assigns visitors to the canary of this state, once its set can be served here. */
  const adoptCanary = async ({ sets, canary: next = null }: KnownReleases): Promise<void> => {
    const before = canary
    const members = next && sets[next.candidate]
    if (!next || !members) {
      canary = null
      // Its builds are kept no longer.
      if (before && before.candidate !== live.id) await prepare?.(live)
      return
    }
    try {
      const set = await load(next.candidate, members)
      if (next.id !== before?.id) await prepare?.(set)
      canary = next
      if (next.id !== before?.id) options.onChange?.(live)
    } catch (error) {
      canary = null
      if (rejectedCanary !== next.id)
        warn(`The canary ${next.candidate} is not served: ${errorMessage(error)}`)
      rejectedCanary = next.id
    }
  }

  const remember = async (state: KnownReleases): Promise<void> => {
    await mkdir(path.dirname(lastGoodFile), { recursive: true })
    await writeFile(`${lastGoodFile}.next`, `${JSON.stringify(state, null, 2)}\n`)
    await rename(`${lastGoodFile}.next`, lastGoodFile)
  }

  /** Notes in the store what this shop uses, so that nobody removes it. One that is read-only here has its writer elsewhere. */
  const noteUse = async ({ sets }: KnownReleases): Promise<void> => {
    await recordReleaseUse(store, { aliveFile: lastGoodFile, sets: Object.values(sets) }).catch(
      (error: unknown) => {
        const isReadOnly =
          error instanceof Error && 'code' in error && ['EROFS', 'EACCES'].includes(String(error.code))
        if (!isReadOnly) throw error
      },
    )
  }

  /** Notes a state that is served. What a full disk does not take is told once, and noted by a later poll. */
  const note = async (state: KnownReleases): Promise<void> => {
    const text = JSON.stringify(state)
    if (text === noted) return
    try {
      await Promise.all([remember(state), noteUse(state)])
      noted = text
      isReported = false
    } catch (error) {
      if (!isReported) warn(`What is live cannot be noted: ${errorMessage(error)}`)
      isReported = true
    }
  }

  const refresh = async (): Promise<void> => {
    const next = await source.read()
    const isServed = problem === null && canary?.id === next.canary?.id
    if (JSON.stringify(next) === JSON.stringify(known) && isServed) await recheck()
    else {
      known = next
      for (const id of loaded.keys()) if (!(id in next.sets) && id !== live.id) loaded.delete(id)
      // Compared with another set than the live one it would say nothing.
      await adoptCanary((await adopt(next)) ? next : { ...next, canary: null })
    }
    // The last good state stays on disk while the live one cannot be served.
    if (problem === null && next.live === live.id) await note(next)
  }

  // One after another, and once more when something was announced meanwhile.
  let running: Promise<void> | null = null
  let announced = false
  const update = (): Promise<void> => {
    announced = true
    running ??= (async () => {
      while (announced) {
        announced = false
        // Without the database the sets stay as they are; the next poll asks again.
        await refresh().catch(() => undefined)
      }
    })().finally(() => {
      running = null
    })
    return running
  }

  const startWithoutSource = async (): Promise<void> => {
    const stored = await readFile(lastGoodFile, 'utf8').then(
      (text) => parseReleases(JSON.parse(text)),
      () => null,
    )
    for (const state of [stored, stored && { ...stored, live: stored.last_good }]) {
      if (!state) continue
      known = state
      if (await adopt(state)) return
    }
    if (!fallback) return
    const state: KnownReleases = { ...known, live: 'built', last_good: null, sets: { built: fallback } }
    if (await adopt(state)) known = state
  }

  await update()
  if (live === none) {
    const unserved = problem
    await startWithoutSource()
    problem = unserved
  }
  const subscription = source.subscribe(() => void update())
  const timer = setInterval(() => void update(), pollMs)
  timer.unref()

  return {
    current: () => Promise.resolve(live),
    lastGood() {
      const { last_good: id, sets, withdrawn } = known
      if (id === null || id === live.id || !sets[id]) return null
      return withdrawn.includes(id) ? null : id
    },
    canary: () => canary,
    reportBroken(id) {
      if (!Object.hasOwn(known.sets, id) || reported.has(id)) return
      reported.add(id)
      warn(`Release set ${id} does not run in a visitor's browser, although its files arrive.`)
    },
    problem: () => problem,
    async forVisitor(pinned) {
      const members = pinned === null || pinned === live.id ? undefined : known.sets[pinned]
      if (pinned === null || !members || known.withdrawn.includes(pinned)) return live
      return load(pinned, members).catch(() => live)
    },
    async stop() {
      clearInterval(timer)
      await subscription.stop()
      await running
    },
  }
}
