import { remoteFor, type ReleaseSet } from '@shop/federation'
import { storeOf } from '@shop/federation/store'
import { fontFiles } from '@shop/ui/document'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { editionOf } from './edition'
import { headOf, type Head } from './heads'
import { pageHtml, type PageInput } from './page-html'
import type { ResponseCache } from './response-cache'
import type { UncompressedPage, SharedPage } from './page-cache'
import { outcomeIn, queryOf } from '../src/information/contact/contact-outcome'
import type { DrawInput, DrawnPage } from '../src/server'
import type { ServerBuilds } from './server-builds'
import type { ShopData } from './shop-data'
import type { Settings } from '@shop/settings'

// Also as a header: what stands before this server may send it on ahead of the page.
const earlyLinks = fontFiles
  .map((font) => `</fonts/${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
  .join(', ')

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
  reads: ResponseCache
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
  make(): Promise<UncompressedPage | SharedPage>
}

/** An address with all that its page is made of. */
interface Wanted {
  address: URL
  set: ReleaseSet
  settings: Settings
  /** The remote's scripts, where they are there. */
  remoteScripts: string[]
  remote: DrawInput['remote']
  guestId: string | null
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The remote that an address belongs to, with its version, for the log. */
function ownerOf(set: ReleaseSet, pathname: string): string {
  const name = remoteFor(set, pathname)
  return name ? `${name} ${set.remotes[name]?.version ?? ''}` : 'shell'
}

/**
 * Makes the page of an address with the live release set.
 * The guest, if the browser told one, came without scripts: the cart is drawn for them, every other page is everyone's.
 */
export function pageMaker(
  options: PagesOptions,
): (url: URL, set: ReleaseSet, settings: Settings, guestId: string | null) => Promise<PageToMake> {
  const { root, siteUrl, supabaseUrl, browserUrl, supabaseKey, scripts, data, reads, builds, dev, warn } =
    options

  // A preload that fails would be what a retry is answered with: only what is there is preloaded, asked anew each time.
  const remoteScriptsOf = async (set: ReleaseSet, name: string | null): Promise<string[]> => {
    const release = set.remotes[name ?? '']
    if (!release || dev) return []
    const urls = [release.entry, ...release.routes]
    return Promise.all(urls.map((url) => access(releaseFile(root, url)))).then(
      () => urls,
      () => [],
    )
  }

  // Without its files in the browser a drawn page would stay dead: then the browser is left to say so.
  const routesOf = async (
    set: ReleaseSet,
    pathname: string,
    there: boolean,
  ): Promise<DrawInput['remote']> => {
    const name = remoteFor(set, pathname)
    const server = name && there ? set.remotes[name]?.server : null
    const exposed = builds && server ? await builds.routes(releaseFile(root, server)) : null
    return name && exposed ? { name, exposed } : null
  }

  const failing = (set: ReleaseSet, pathname: string, error: unknown): null => {
    warn(`${pathname} (${ownerOf(set, pathname)}) could not be drawn, the browser does: ${reasonOf(error)}`)
    return null
  }

  const queryOfPage = (set: ReleaseSet, url: URL, remote: DrawInput['remote']): string => {
    try {
      return (remote && builds?.readQuery(remote.exposed, url)) || ownQuery(url)
    } catch (error) {
      failing(set, url.pathname, error)
      return ''
    }
  }

  // A page that cannot be drawn is the browser's; what stands around it is drawn all the same, and never kept.
  const drawn = async ({
    address,
    set,
    settings,
    remote,
    guestId,
  }: Wanted): Promise<DrawnPage | Response | null> => {
    if (!builds) return null
    const input = {
      url: address.href,
      guestId,
      fetch: reads.fetch,
      siteUrl,
      supabaseUrl,
      supabaseKey,
      releaseSet: set,
      settings,
      remote,
    }
    try {
      return await builds.draw(input)
    } catch (error) {
      failing(set, address.pathname, error)
    }
    const frame = await builds
      .draw({ ...input, leave: true })
      .catch((error: unknown) => failing(set, `What stands around ${address.pathname}`, error))
    return frame && !(frame instanceof Response) ? { ...frame, whole: false } : null
  }

  const finished = async (wanted: Wanted, head: Head, missing: boolean): Promise<UncompressedPage> => {
    const {
      address: { pathname, search },
      set,
      settings,
      remoteScripts,
      guestId,
    } = wanted
    const page = await drawn(wanted)
    if (page instanceof Response)
      return {
        status: page.status,
        html: '',
        headers: { location: page.headers.get('location') ?? '/' },
        cacheable: true,
      }
    const release = remoteScripts.length > 0 ? set.remotes[remoteFor(set, pathname) ?? ''] : undefined
    const state = page?.state && missing ? { ...page.state, missing } : page?.state
    const { html, policy } = await pageHtml({
      head,
      pathname,
      siteUrl,
      rendered: page && { ...page, state: state ?? null },
      scripts,
      remoteScripts,
      remotePages: release?.pages ?? [],
      supabaseUrl: browserUrl,
      backendUrl: supabaseUrl,
      supabaseKey,
      releaseSet: set,
      settings,
      dev,
    })
    return {
      status: head.status,
      html,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        link: earlyLinks,
        'x-edition': editionOf(set, scripts),
        'cache-control': guestId ? 'private, no-store' : 'no-cache',
        ...(head.status === 503 && { 'retry-after': '30' }),
      },
      // Words and filters can be asked for without end: pages of them would push out those that many visitors open.
      cacheable:
        (page ? page.whole : builds === null) &&
        (missing || (head.status === 200 && /^(\?pages=\d+)?$/.test(search))),
    }
  }

  const keyOf = ({ address, set, settings, remoteScripts }: Wanted, what: string) =>
    [set.id, JSON.stringify(settings), remoteScripts.length, what, address.pathname + address.search].join(
      ' ',
    )

  const make = async (wanted: Wanted): Promise<UncompressedPage | SharedPage> => {
    const { address, set, remote } = wanted
    const head = await headOf(address.pathname, data)
    const standIn =
      builds && head.status === 404 ? await builds.standInFor(set, remote, address.pathname) : null
    if (standIn === null) return finished(wanted, head, false)
    const missing = { ...wanted, address: new URL(standIn, siteUrl) }
    return { sharedKey: keyOf(missing, 'missing'), render: () => finished(missing, head, true) }
  }

  return async (url, set, settings, guest) => {
    const guestId = url.pathname === '/cart' ? guest : null
    const remoteScripts = await remoteScriptsOf(set, remoteFor(set, url.pathname))
    const remote = await routesOf(set, url.pathname, remoteScripts.length > 0)
    const address = new URL(siteUrl)
    address.pathname = url.pathname
    address.search = guestId ? url.search : queryOfPage(set, url, remote)
    const wanted = { address, set, settings, remoteScripts, remote, guestId }
    return { key: guestId ? null : keyOf(wanted, 'page'), make: () => make(wanted) }
  }
}
