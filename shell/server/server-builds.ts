import type { ReleaseSet } from '@shop/federation'
import { defaultSettings } from '@shop/settings'
import { LRUCache } from 'lru-cache'
import path from 'node:path'
import type { RenderInput, RenderedPage } from '../src/server'
import { drawingBreaker } from './drawing-breaker'
import { drawingPool, type DrawingPool } from './drawing-pool'
import type { DrawnRedirect, PageTask } from './drawing-messages'
import type { DrawingRead } from './drawing-reads'
import { DrawingFailed } from './drawing-errors'
import type { DrawingLimits } from './drawing-thread'

/** The builds that draw pages, the shell's and the remotes', in threads of their own. */
export interface ServerBuilds {
  /** @throws DrawingFailed */
  renderPage(input: RenderInput): Promise<RenderedPage | Response>
  /** The part of an address's query that its page reads. @throws DrawingFailed */
  pageQuery(releaseSet: ReleaseSet, remote: string, url: URL): Promise<string>
  /** @throws DrawingFailed */
  sharedNotFoundPath(
    releaseSet: ReleaseSet,
    remote: RenderInput['remote'],
    pathname: string,
  ): Promise<string | null>
  /** What stands for the routes of a remote; null when it has no server build or that cannot run. */
  routes(releaseSet: ReleaseSet, remote: string): unknown
  /** Starts and warms the threads of a set; those of sets that nobody asks for any more end. */
  prepare(releaseSet: ReleaseSet): Promise<void>
  stop(): Promise<void>
}

/** Options of the server builds. */
export interface ServerBuildsOptions {
  /** Folder of the shell's build. */
  shellFolder: string
  /** Path of a release's file. */
  fileOf: (url: string) => string
  /** Threads for each release set; default one for each processor. */
  threads?: number
  limits?: Partial<DrawingLimits>
  /** How long a set that nobody asks for stays loaded, in milliseconds. */
  idleMs?: number
  warn: (message: string) => void
}

// A few sets are live at once: visitors may be on the one before.
const mostSets = 3
// Pages by which a new set is warmed: those that were asked for last.
const warmPages = 4

const address = 'http://localhost'
const warmUp: PageTask['input'] = {
  url: `${address}/about`,
  siteUrl: address,
  browserUrl: address,
  supabaseUrl: address,
  supabaseKey: 'none',
  settings: defaultSettings,
  guestId: null,
}

const noRead: DrawingRead = () => Promise.reject(new Error('It reads nothing'))

/** A read that reaches the backend alone. */
function backendRead({ supabaseUrl, fetch }: Pick<RenderInput, 'supabaseUrl' | 'fetch'>): DrawingRead {
  const { origin } = new URL(supabaseUrl)
  return (url, init) =>
    new URL(url).origin === origin
      ? fetch(url, init)
      : Promise.reject(new Error('Pages read from the shop’s backend alone'))
}

function pageTask(input: RenderInput): PageTask {
  const { releaseSet: _, fetch: __, remote, ...rest } = input
  return { name: 'renderPage', input: rest, remote: remote?.name ?? null }
}

/** Loads the builds of each release set that is asked for into threads of its own. */
export function loadServerBuilds(options: ServerBuildsOptions): ServerBuilds {
  const { shellFolder, fileOf, threads, limits, warn, idleMs = 30_000 } = options
  const breaker = drawingBreaker()
  const recent = new LRUCache<string, RenderInput>({ max: warmPages })
  const queries = new LRUCache<string, Promise<string>>({ max: 2000 })
  // The set that was prepared last, and the one that is being prepared.
  let [prepared, coming]: (string | null)[] = [null, null]
  const idle = new Map<DrawingPool, NodeJS.Timeout>()
  const pools = new LRUCache<string, DrawingPool>({
    max: mostSets,
    dispose(pool) {
      clearTimeout(idle.get(pool))
      idle.delete(pool)
      pool.retire()
    },
  })

  const poolOf = (set: ReleaseSet): DrawingPool => {
    let pool = pools.get(set.id)
    if (!pool) {
      const remotes = Object.entries(set.remotes).flatMap(([name, { server }]): [string, string][] =>
        server ? [[name, fileOf(server)]] : [],
      )
      const shellFile = path.join(shellFolder, 'server/render.cjs')
      const data = { shellFile, releaseSet: set, remotes: Object.fromEntries(remotes), warmUp }
      pool = drawingPool({ data, size: threads, limits, warn })
      pools.set(set.id, pool)
    }
    clearTimeout(idle.get(pool))
    idle.set(
      pool,
      setTimeout(() => {
        if (set.id !== prepared && set.id !== coming) pools.delete(set.id)
      }, idleMs).unref(),
    )
    return pool
  }

  const renderPage = async (input: RenderInput): Promise<RenderedPage | Response> => {
    const { releaseSet, remote, url, frameOnly } = input
    const place = { remote: frameOnly ? null : (remote?.name ?? null), url, releaseSet }
    breaker.check(place)
    try {
      const result = await poolOf(releaseSet).draw(pageTask(input), backendRead(input))
      const drawn = result as RenderedPage | DrawnRedirect
      if ('redirect' in drawn)
        return new Response(null, { status: drawn.status, headers: { location: drawn.redirect } })
      if (!input.guestId) recent.set(new URL(url).pathname, input)
      return drawn
    } catch (error) {
      if (error instanceof DrawingFailed && error.ended) breaker.trip(place)
      throw error
    }
  }

  return {
    renderPage,
    async pageQuery(set, remote, url) {
      // A page without parameters reads none of them.
      if (url.search === '') return ''
      const key = [set.id, remote, url.pathname + url.search].join(' ')
      const known = queries.get(key)
      if (known) return known
      breaker.check({ remote, url: url.href, releaseSet: set })
      const asked = poolOf(set).draw({ name: 'pageQuery', remote, url: url.href }, noRead) as Promise<string>
      queries.set(key, asked)
      asked.catch((error: unknown) => {
        queries.delete(key)
        if (error instanceof DrawingFailed && error.ended)
          breaker.trip({ remote, url: url.href, releaseSet: set })
      })
      return asked
    },
    sharedNotFoundPath: (set, remote, pathname) =>
      poolOf(set).draw(
        { name: 'sharedNotFoundPath', remote: remote?.name ?? null, pathname },
        noRead,
      ) as Promise<string | null>,
    routes: (set, remote) =>
      set.remotes[remote]?.server && !poolOf(set).isBroken(remote) ? { remote } : null,
    async prepare(set) {
      coming = set.id
      const pool = poolOf(set)
      await pool.ready()
      const warmed = [...recent.values()].map((input) => {
        const remote = input.remote && set.remotes[input.remote.name] ? input.remote : null
        return pool.draw(pageTask({ ...input, remote }), backendRead(input)).catch(() => undefined)
      })
      await Promise.all(warmed)
      prepared = set.id
    },
    async stop() {
      const all = [...pools.values()]
      await Promise.all(all.map((pool) => pool.stop()))
      pools.clear()
    },
  }
}
