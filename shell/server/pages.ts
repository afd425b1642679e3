import { remoteFor, type ReleaseSet } from '@shop/federation'
import { fontFiles } from '@shop/ui/document'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { editionOf } from './edition'
import { headOf } from './heads'
import { renderPage, type PageInput } from './page'
import type { KeptReads } from './kept-reads'
import type { ReadyPage } from './page-cache'
import { outcomeIn, queryOf } from '../src/information/contact/contact-outcome'
import type { DrawnPage } from '../src/server'
import type { ServerBuilds } from './server-builds'
import type { ShopData } from './shop-data'
import type { Settings } from '@shop/settings'

// Also as a header: what stands before this server may send it on ahead of the page.
const earlyLinks = fontFiles.map((font) => `</fonts/${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`).join(', ')

/** What pages are made with. */
export interface PagesOptions {
  root: string
  siteUrl: string
  supabaseUrl: string
  /** Where browsers reach the same backend. */
  browserUrl: string
  supabaseKey: string
  scripts: readonly string[]
  data: ShopData
  reads: KeptReads
  /** What draws pages; null leaves them all to the browser. */
  builds: ServerBuilds | null
  dev: PageInput['dev']
  warn: (message: string) => void
}

const releasePath = /^\/releases\/(mf-[a-z-]+)\/([0-9a-z]+)\//

/** Where a release's file lies, from its address. */
export function releaseFile(root: string, url: string): string {
  return path.join(root, url.replace(releasePath, '/$1/dist/releases/$2/'))
}

// How the list of products may be sorted and narrowed, in the order in which its page writes it.
const filters = [
  ['sort', /^(price-up|price-down|name)$/],
  ['category', /^[a-z0-9-]{1,80}$/],
  ['stock', /^in$/],
  ['min', /^\d{1,6}$/],
  ['max', /^\d{1,6}$/],
] as const

/** The part of a query that changes what a page shows; the rest is for others, and not worth a page of its own. */
export function meaningful({ pathname, searchParams }: URL): string {
  if (pathname === '/contact') {
    const outcome = outcomeIn(searchParams)
    return outcome ? queryOf(outcome) : ''
  }
  const kept = new URLSearchParams()
  const pages = searchParams.get('pages') ?? ''
  const words = pathname === '/search' ? searched(searchParams) : ''
  if (words) kept.set('q', words)
  if (pathname === '/products') {
    for (const [name, form] of filters) {
      const value = searchParams.get(name) ?? ''
      if (form.test(value)) kept.set(name, value)
    }
  }
  if (/^\d{1,3}$/.test(pages)) kept.set('pages', pages)
  return kept.size > 0 ? `?${kept.toString()}` : ''
}

/** What is searched for, as the page itself reads it: at most 100 characters. */
function searched(params: URLSearchParams): string {
  return (params.get('q') ?? '').slice(0, 100).replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim()
}

/** A page to be made; the key names all that it depends on but the shop's data, null when it is one visitor's own. */
export interface PageToMake {
  key: string | null
  make(): Promise<ReadyPage>
}

/**
 * Makes the page of an address with the live release set.
 * The guest, if the browser told one, came without scripts: the cart is drawn for them, every other page is everyone's.
 */
export function pageMaker(options: PagesOptions): (url: URL, set: ReleaseSet, settings: Settings, guestId: string | null) => Promise<PageToMake> {
  const { root, siteUrl, supabaseUrl, browserUrl, supabaseKey, scripts, data, reads, builds, dev, warn } = options

  // A preload that fails would be what a retry is answered with: only what is there is preloaded, asked anew each time.
  const remoteScripts = async (set: ReleaseSet, name: string | null): Promise<string[]> => {
    const release = set.remotes[name ?? '']
    if (!release || dev) return []
    const urls = [release.entry, ...release.routes]
    return Promise.all(urls.map((url) => access(releaseFile(root, url)))).then(() => urls, () => [])
  }

  // Without its files in the browser a drawn page would stay dead: then the browser is left to say so.
  const drawn = async (url: URL, set: ReleaseSet, settings: Settings, there: boolean, guestId: string | null): Promise<DrawnPage | Response | null> => {
    if (!builds) return null
    const name = remoteFor(set, url.pathname)
    const server = name && there ? set.remotes[name]?.server : null
    const exposed = server ? await builds.routes(releaseFile(root, server)) : null
    const remote = name && exposed ? { name, exposed } : null
    const address = new URL(url.pathname + (guestId ? url.search : meaningful(url)), siteUrl).href
    const input = { url: address, guestId, fetch: reads.fetch, siteUrl, supabaseUrl, supabaseKey, releaseSet: set, settings }
    try {
      return await builds.draw({ ...input, remote })
    } catch (error) {
      warn(`${url.pathname} could not be drawn, the browser does: ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }

  const make = async (url: URL, set: ReleaseSet, settings: Settings, remote: string[], guestId: string | null): Promise<ReadyPage> => {
    const { pathname } = url
    const [head, page] = await Promise.all([headOf(pathname, data), drawn(url, set, settings, remote.length > 0, guestId)])
    if (page instanceof Response) return { status: page.status, html: '', headers: { location: page.headers.get('location') ?? '/' }, keep: true }
    const { html, policy } = renderPage({
      head, pathname, siteUrl, drawn: page, scripts, remoteScripts: remote, remotePages: remote.length > 0 ? (set.remotes[remoteFor(set, pathname) ?? '']?.pages ?? []) : [],
      supabaseUrl: browserUrl, backendUrl: supabaseUrl, supabaseKey, releaseSet: set, settings, dev,
    })
    return {
      status: head.status,
      html,
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, 'cache-control': 'no-cache', link: earlyLinks, 'x-edition': editionOf(set, scripts) },
      // Words and filters can be asked for without end: pages of them would push out those that many visitors open.
      keep: (page?.whole ?? true) && head.status === 200 && /^(\?pages=\d+)?$/.test(meaningful(url)),
    }
  }

  return async (url, set, settings, guest) => {
    const guestId = url.pathname === '/cart' ? guest : null
    const remote = await remoteScripts(set, remoteFor(set, url.pathname))
    return {
      key: guestId ? null : [set.id, JSON.stringify(settings), remote.length, url.pathname + meaningful(url)].join(' '),
      make: () => make(url, set, settings, remote, guestId),
    }
  }
}
