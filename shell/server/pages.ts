import { remoteFor, type ReleaseSet } from '@shop/federation'
import { storeOf } from '@shop/federation/store'
import { fontFiles } from '@shop/ui/document'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { editionOf } from './edition'
import { headOf } from './heads'
import { renderPage, type PageInput } from './page'
import type { KeptReads } from './kept-reads'
import type { ReadyPage } from './page-cache'
import { outcomeIn, queryOf } from '../src/information/contact/contact-outcome'
import type { DrawInput, DrawnPage } from '../src/server'
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
  return path.join(storeOf(root), url.replace(releasePath, '/$1/$2/'))
}

/** The part of a query that the shell's own pages read. */
function ownQuery({ pathname, searchParams }: URL): string {
  const outcome = pathname === '/contact' ? outcomeIn(searchParams) : null
  return outcome ? queryOf(outcome) : ''
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
  const routesOf = async (set: ReleaseSet, pathname: string, there: boolean): Promise<DrawInput['remote']> => {
    const name = remoteFor(set, pathname)
    const server = name && there ? set.remotes[name]?.server : null
    const exposed = builds && server ? await builds.routes(releaseFile(root, server)) : null
    return name && exposed ? { name, exposed } : null
  }

  const failing = (pathname: string, error: unknown): null => {
    warn(`${pathname} could not be drawn, the browser does: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }

  const queryOfPage = (url: URL, remote: DrawInput['remote']): string => {
    try {
      return (remote && builds?.readQuery(remote.exposed, url)) || ownQuery(url)
    } catch (error) {
      failing(url.pathname, error)
      return ''
    }
  }

  const drawn = async (address: URL, set: ReleaseSet, settings: Settings, remote: DrawInput['remote'], guestId: string | null): Promise<DrawnPage | Response | null> => {
    const input = { url: address.href, guestId, fetch: reads.fetch, siteUrl, supabaseUrl, supabaseKey, releaseSet: set, settings }
    return builds && builds.draw({ ...input, remote }).catch((error: unknown) => failing(address.pathname, error))
  }

  const make = async (address: URL, set: ReleaseSet, settings: Settings, remote: string[], routes: DrawInput['remote'], guestId: string | null): Promise<ReadyPage> => {
    const { pathname } = address
    const [head, page] = await Promise.all([headOf(pathname, data), drawn(address, set, settings, routes, guestId)])
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
      keep: (page?.whole ?? true) && head.status === 200 && /^(\?pages=\d+)?$/.test(address.search),
    }
  }

  return async (url, set, settings, guest) => {
    const guestId = url.pathname === '/cart' ? guest : null
    const remote = await remoteScripts(set, remoteFor(set, url.pathname))
    const routes = await routesOf(set, url.pathname, remote.length > 0)
    const address = new URL(siteUrl)
    address.pathname = url.pathname
    address.search = guestId ? url.search : queryOfPage(url, routes)
    return {
      key: guestId ? null : [set.id, JSON.stringify(settings), remote.length, address.pathname + address.search].join(' '),
      make: () => make(address, set, settings, remote, routes, guestId),
    }
  }
}
