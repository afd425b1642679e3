import type { ReleaseSet } from '@shop/federation'
import type { SitemapEntry } from '@shop/router'
import { defaultSettings } from '@shop/settings'
import { LRUCache } from 'lru-cache'
import { readFile } from 'node:fs/promises'
import { renewedGuestHeader } from '../../../src/composition/renewed-guest'
import type { SitemapInput } from '../../../src/page-rules'
import type { RenderInput, RenderedPage } from '../../../src/server'
import { errorMessage } from '../../error-message'
import { inSpan } from '../../tracing/spans'
import { RenderFailed } from './render-errors'
import {
  noRead,
  startRenderPool,
  type Read,
  type RenderLimits,
  type RenderPool,
  type WarmUp,
} from './render-pool'
import type { BuildSource, PageInput, RenderedRedirect, RenderTask } from './render-tasks'

/** The builds that render pages, the shell's and the remotes', in workers. */
export interface ServerBuilds {
  /** @throws RenderFailed, TooBusy */
  renderPage(input: RenderInput): Promise<RenderedPage | Response | 'missing'>
  /**
   * The part of an address's query that its page reads.
   * @param remote null for a page of the shell
   * @param path pattern of the page's path
   * @throws RenderFailed, TooBusy
   */
  pageQuery(releaseSet: ReleaseSet, remote: string | null, path: string, url: URL): Promise<string>
  /** @throws RenderFailed, TooBusy, also when the backend cannot be read */
  sitemapEntries(
    releaseSet: ReleaseSet,
    remote: string,
    backend: Omit<SitemapInput, 'exposed'>,
  ): Promise<SitemapEntry[]>
  /** What stands for the routes of a remote; null when it has no server build or that cannot run. */
  routes(releaseSet: ReleaseSet, remote: string): unknown
  /**
   * Starts the workers of a set that goes live, and waits for the first; those of sets that nobody asks for any more end.
   * @throws RenderFailed when its shell cannot run
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
  /** Workers for each release set; default one for each processor. */
  workers?: number
  limits?: Partial<RenderLimits>
  /** How long a set that nobody asks for stays loaded, in milliseconds. */
  idleMs?: number
  warn: (message: string) => void
}

// A few sets are live at once: visitors may be on the one before.
const maxSets = 3

const address = 'http://localhost'
const firstPage: PageInput = {
  url: `${address}/about`,
  siteUrl: address,
  browserUrl: address,
  supabaseUrl: address,
  supabaseKey: 'none',
  settings: { ...defaultSettings, pricing: { ...defaultSettings.pricing, vatRate: 0 } },
  guestId: null,
}

/** A read that reaches the backend alone. */
function backendRead({ supabaseUrl, fetch }: Pick<RenderInput, 'supabaseUrl' | 'fetch'>): Read {
  const { origin } = new URL(supabaseUrl)
  return (url, init) =>
    new URL(url).origin === origin
      ? fetch(url, init)
      : Promise.reject(new Error('Pages read from the shop’s backend alone'))
}

function pageTask({ releaseSet: _, fetch: __, remote, ...input }: RenderInput): RenderTask {
  // The frame is the shell's alone.
  return { name: 'renderPage', input, remote: input.frame ? null : (remote?.name ?? null) }
}

/** A release set whose pages are asked for. */
interface LoadedSet {
  pool: Promise<RenderPool>
  /** Remotes whose build cannot run, as far as it is known. */
  broken: Set<string>
}

/** Loads the builds of each release set that is asked for into workers of its own. */
export function loadServerBuilds(options: ServerBuildsOptions): ServerBuilds {
  const { fileOf, workers, limits, warn, idleMs = 30_000 } = options
  const read = options.read ?? ((file: string) => readFile(file, 'utf8'))
  let latest: RenderInput | null = null
  const queries = new LRUCache<string, Promise<string>>({ max: 2000 })
  const sets = new LRUCache<string, LoadedSet>({
    max: maxSets,
    ttl: idleMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose({ pool }) {
      pool.then((old) => old.close()).catch(() => undefined)
    },
  })
  let live: string | null = null

  const sourceOf = async (url: string): Promise<BuildSource> => {
    const file = fileOf(url)
    return { file, code: await read(file) }
  }
  const startPool = async (
    releaseSet: ReleaseSet,
    onBroken: (remote: string, reason: string) => void,
  ): Promise<RenderPool> => {
    const { id, shell, remotes } = releaseSet
    if (!shell) throw new RenderFailed(`Release set ${id} has no shell`)
    const sources: Record<string, BuildSource> = {}
    for (const [name, { server }] of Object.entries(remotes)) {
      if (!server) continue
      await sourceOf(server).then(
        (source) => (sources[name] = source),
        (error: unknown) => {
          onBroken(name, errorMessage(error))
        },
      )
    }
    const shellSource = await sourceOf(`/releases/shell/${shell.version}/server.cjs`)
    const data = { shell: shellSource, releaseSet, remotes: sources }
    const warmUp: WarmUp = latest
      ? {
          task: pageTask({
            ...latest,
            remote: latest.remote && remotes[latest.remote.name] ? latest.remote : null,
          }),
          url: latest.url,
          read: backendRead(latest),
        }
      : {
          task: { name: 'renderPage', input: firstPage, remote: null },
          url: firstPage.url,
          read: noRead,
        }
    return startRenderPool({ data, warmUp, workers, limits, onBroken, warn })
  }
  const loaded = (set: ReleaseSet): LoadedSet => {
    const known = sets.get(set.id)
    if (known) return known
    const broken = new Set<string>()
    const pool = startPool(set, (remote, reason) => {
      broken.add(remote)
      const version = set.remotes[remote]?.version ?? ''
      warn(`${remote} ${version} cannot be rendered, the browser does: ${reason}`)
    })
    pool.catch((error: unknown) => {
      warn(`Pages cannot be rendered: ${errorMessage(error)}`)
    })
    const started = { pool, broken }
    sets.set(set.id, started)
    return started
  }
  const run = (set: ReleaseSet, task: RenderTask, url: string, reads: Read): Promise<unknown> => {
    const [remote, version] =
      task.remote === null ? ['shell', set.shell?.version] : [task.remote, set.remotes[task.remote]?.version]
    const attributes = { remote, version, release_set: set.id }
    return inSpan(`${task.name} ${remote}`, attributes, async () =>
      (await loaded(set).pool).run(task, url, reads),
    )
  }

  return {
    async renderPage(input) {
      const { releaseSet, url } = input
      const result = await run(releaseSet, pageTask(input), url, backendRead(input))
      const page = result as RenderedPage | RenderedRedirect | 'missing'
      if (page === 'missing') return page
      if ('redirect' in page) {
        const { status, redirect, renewedGuest } = page
        const headers = { location: redirect, ...(renewedGuest && { [renewedGuestHeader]: renewedGuest }) }
        return new Response(null, { status, headers })
      }
      if (!input.own && !input.frame) latest = input
      return page
    },
    async pageQuery(set, remote, path, { href, search }) {
      // A page without parameters reads none of them.
      if (search === '') return ''
      const key = [set.id, remote, path + search].join(' ')
      const known = queries.get(key)
      if (known) return known
      const asked = run(set, { name: 'pageQuery', remote, path, search }, href, noRead) as Promise<string>
      queries.set(key, asked)
      asked.catch(() => queries.delete(key))
      return asked
    },
    sitemapEntries(set, remote, { supabaseUrl, supabaseKey, fetch }) {
      const task: RenderTask = { name: 'sitemapEntries', remote, supabaseUrl, supabaseKey }
      const reads = backendRead({ supabaseUrl, fetch })
      return run(set, task, `${supabaseUrl}/sitemap.xml`, reads) as Promise<SitemapEntry[]>
    },
    routes: (set, remote) =>
      set.remotes[remote]?.server && !loaded(set).broken.has(remote) ? { remote } : null,
    async prepare(set) {
      const coming = loaded(set)
      // A live set does not become idle.
      sets.set(set.id, coming, { ttl: 0 })
      await coming.pool.catch((error: unknown) => {
        // Read anew when it is prepared again.
        sets.delete(set.id)
        throw error
      })
      const before = live === null || live === set.id ? undefined : sets.peek(live)
      if (live !== null && before) sets.set(live, before)
      live = set.id
    },
    async stop() {
      const pools = [...sets.values()].map(({ pool }) => pool)
      await Promise.allSettled(pools.map(async (pool) => (await pool).destroy()))
      sets.clear()
    },
  }
}
