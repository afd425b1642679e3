import type { ReleaseSet } from '@shop/federation'
import type { SitemapEntry } from '@shop/router'
import { defaultSettings } from '@shop/settings'
import { LRUCache } from 'lru-cache'
import { readFile } from 'node:fs/promises'
import type { SitemapInput } from '../src/page-questions'
import { renewedGuestHeader } from '../src/composition/renewed-guest'
import type { RenderInput, RenderedPage } from '../src/server'
import { drawingBreaker, type DrawnPlace } from './drawing-breaker'
import { drawingPool, type DrawingPool, type ReadBuilds } from './drawing-pool'
import type { BuildSource, DrawingTask, DrawnRedirect, PageTask } from './drawing-messages'
import type { DrawingRead } from './drawing-reads'
import { DrawingFailed } from './drawing-errors'
import type { DrawingLimits } from './drawing-thread'

/** The builds that draw pages, the shell's and the remotes', in threads of their own. */
export interface ServerBuilds {
  /** @throws DrawingFailed */
  renderPage(input: RenderInput): Promise<RenderedPage | Response | 'missing'>
  /**
   * The part of an address's query that its page reads.
   * @param remote null for a page of the shell
   * @param path pattern of the page's path
   * @throws DrawingFailed
   */
  pageQuery(releaseSet: ReleaseSet, remote: string | null, path: string, url: URL): Promise<string>
  /** @throws DrawingFailed, also when the backend cannot be read */
  sitemapEntries(
    releaseSet: ReleaseSet,
    remote: string,
    backend: Omit<SitemapInput, 'exposed'>,
  ): Promise<SitemapEntry[]>
  /** What stands for the routes of a remote; null when it has no server build or that cannot run. */
  routes(releaseSet: ReleaseSet, remote: string): unknown
  /**
   * Starts and warms the threads of a set; those of sets that nobody asks for any more end.
   * @throws DrawingFailed when its shell cannot run
   */
  prepare(releaseSet: ReleaseSet): Promise<void>
  stop(): Promise<void>
}

/** Options of the server builds. */
export interface ServerBuildsOptions {
  /** Path of a release's file, by its address. */
  fileOf: (url: string) => string
  /** Reads a server build that may run. */
  read?: (file: string) => Promise<string>
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
/** The page that a thread draws before any visitor’s. */
export const warmUp: PageTask['input'] = {
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
  const { releaseSet: _, fetch: __, remote: ___, ...rest } = input
  return { name: 'renderPage', input: rest, remote: remoteOf(input) }
}

/** The remote that draws; the frame is the shell's alone. */
const remoteOf = ({ remote, frame }: RenderInput) => (frame ? null : (remote?.name ?? null))

/** Reads the builds of a set. @throws Error when the shell's cannot be read */
async function readBuilds(
  releaseSet: ReleaseSet,
  sourceOf: (url: string) => Promise<BuildSource>,
): Promise<ReadBuilds> {
  const { shell, remotes } = releaseSet
  if (!shell) throw new Error(`Release set ${releaseSet.id} has no shell`)
  const unread: Record<string, string> = {}
  const sources = Object.entries(remotes).map(
    async ([name, { server }]): Promise<[string, BuildSource][]> => {
      if (!server) return []
      return sourceOf(server).then(
        (source) => [[name, source]],
        (error: unknown) => {
          unread[name] = error instanceof Error ? error.message : String(error)
          return []
        },
      )
    },
  )
  const data = {
    shell: await sourceOf(`/releases/shell/${shell.version}/server.cjs`),
    releaseSet,
    remotes: Object.fromEntries((await Promise.all(sources)).flat()),
    warmUp,
  }
  return { data, unread }
}

/** Loads the builds of each release set that is asked for into threads of its own. */
export function loadServerBuilds(options: ServerBuildsOptions): ServerBuilds {
  const { fileOf, threads, limits, warn, idleMs = 30_000 } = options
  const read = options.read ?? ((file: string) => readFile(file, 'utf8'))
  const sourceOf = async (url: string): Promise<BuildSource> => {
    const file = fileOf(url)
    return { file, code: await read(file) }
  }
  const breaker = drawingBreaker()
  const recent = new LRUCache<string, RenderInput>({ max: warmPages })
  const queries = new LRUCache<string, Promise<string>>({ max: 2000 })
  // The set that was prepared last, and the one that is being prepared.
  let prepared: string | null = null
  let coming: string | null = null
  const idle = new Map<DrawingPool, NodeJS.Timeout>()
  const pools = new LRUCache<string, DrawingPool>({
    max: mostSets,
    dispose(pool) {
      clearTimeout(idle.get(pool))
      idle.delete(pool)
      pool.retire()
    },
  })

  const restartIdle = (id: string, pool: DrawingPool) => {
    clearTimeout(idle.get(pool))
    const end = () => {
      if (id === prepared || id === coming) return
      if (pool.isBusy()) restartIdle(id, pool)
      else pools.delete(id)
    }
    idle.set(pool, setTimeout(end, idleMs).unref())
  }
  const poolOf = (set: ReleaseSet): DrawingPool => {
    let pool = pools.get(set.id)
    if (!pool) {
      const ofSet = () => readBuilds(set, sourceOf)
      pool = drawingPool({ releaseSet: set, read: ofSet, size: threads, limits, warn })
      pools.set(set.id, pool)
    }
    restartIdle(set.id, pool)
    return pool
  }
  /** Draws, unless its page ended a thread a moment ago. */
  const draw = async (place: DrawnPlace, task: DrawingTask, reads: DrawingRead): Promise<unknown> => {
    breaker.check(place)
    try {
      return await poolOf(place.releaseSet).draw(task, reads)
    } catch (error) {
      if (error instanceof DrawingFailed && error.ended) breaker.trip(place)
      throw error
    }
  }

  return {
    async renderPage(input) {
      const { releaseSet, url } = input
      const place = { remote: remoteOf(input), url, releaseSet }
      const result = await draw(place, pageTask(input), backendRead(input))
      const drawn = result as RenderedPage | DrawnRedirect | 'missing'
      if (drawn === 'missing') return drawn
      if ('redirect' in drawn) {
        const { status, redirect, renewedGuest } = drawn
        const headers = { location: redirect, ...(renewedGuest && { [renewedGuestHeader]: renewedGuest }) }
        return new Response(null, { status, headers })
      }
      if (!input.own && !input.frame) recent.set(new URL(url).pathname, input)
      return drawn
    },
    async pageQuery(set, remote, path, { href, search }) {
      // A page without parameters reads none of them.
      if (search === '') return ''
      const key = [set.id, remote, path + search].join(' ')
      const known = queries.get(key)
      if (known) return known
      const task: DrawingTask = { name: 'pageQuery', remote, path, search }
      const asked = draw({ remote, url: href, releaseSet: set }, task, noRead) as Promise<string>
      queries.set(key, asked)
      asked.catch(() => queries.delete(key))
      return asked
    },
    sitemapEntries(set, remote, { supabaseUrl, supabaseKey, fetch }) {
      const place = { remote, url: `${supabaseUrl}/sitemap.xml`, releaseSet: set }
      const task: DrawingTask = { name: 'sitemapEntries', remote, supabaseUrl, supabaseKey }
      return draw(place, task, backendRead({ supabaseUrl, fetch })) as Promise<SitemapEntry[]>
    },
    routes: (set, remote) =>
      set.remotes[remote]?.server && !poolOf(set).isBroken(remote) ? { remote } : null,
    async prepare(set) {
      coming = set.id
      const pool = poolOf(set)
      try {
        await pool.ready()
      } catch (error) {
        if (coming === set.id) coming = null
        // Read anew when it is prepared again.
        pools.delete(set.id)
        throw error
      }
      const warmed = [...recent.values()].map((input) => {
        const remote = input.remote && set.remotes[input.remote.name] ? input.remote : null
        return pool.draw(pageTask({ ...input, remote }), backendRead(input)).catch(() => undefined)
      })
      await Promise.all(warmed)
      const before = prepared
      prepared = set.id
      coming = null
      // Its timer may have run out while it was the live one.
      const old = before === null || before === set.id ? undefined : pools.peek(before)
      if (before !== null && old) restartIdle(before, old)
    },
    async stop() {
      const all = [...pools.values()]
      await Promise.all(all.map((pool) => pool.stop()))
      pools.clear()
    },
  }
}
