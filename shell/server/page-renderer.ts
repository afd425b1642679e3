import { remoteFor, type ReleaseSet } from '@shop/federation'
import { fontFiles } from '@shop/ui/document'
import { access } from 'node:fs/promises'
import { editionOf } from './edition'
import { headOf, type Head } from './heads'
import { pageHtml, type PageInput } from './page-html'
import type { ResponseCache } from './response-cache'
import type { UncompressedPage, SharedPage } from './page-cache'
import { outcomeIn, queryOf } from '../src/information/contact/contact-outcome'
import type { DrawInput, DrawnPage } from '../src/server'
import { releaseFile } from './release-files'
import type { ServerBuilds } from './server-builds'
import type { ShopData } from './shop-data'
import type { Settings } from '@shop/settings'

// Also as a header: what stands before this server may send it on ahead of the page.
const earlyLinks = fontFiles
  .map((font) => `</fonts/${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
  .join(', ')

/** What pages are rendered with. */
export interface PageRendererOptions {
  root: string
  siteUrl: string
  supabaseUrl: string
  /** Where browsers reach the same backend. */
  browserUrl: string
  supabaseKey: string
  scripts: readonly string[]
  data: ShopData
  reads: ResponseCache
  /** What renders pages; null leaves them all to the browser. */
  builds: ServerBuilds | null
  dev: PageInput['dev']
  warn: (message: string) => void
}

/** The part of a query that the shell's own pages read. */
function ownQuery({ pathname, searchParams }: URL): string {
  const outcome = pathname === '/contact' ? outcomeIn(searchParams) : null
  return outcome ? queryOf(outcome) : ''
}

/** What a page is asked for with. */
export interface PageAddress {
  url: URL
  releaseSet: ReleaseSet
  settings: Settings
  /** The guest who came without scripts: the cart is rendered for them, every other page is everyone's. */
  guestId: string | null
}

/** A page to be rendered; the key names all that it depends on but the shop's data, null when it is one visitor's own. */
export interface RenderablePage {
  key: string | null
  render(): Promise<UncompressedPage | SharedPage>
}

type Release = ReleaseSet['remotes'][string]

/** An address with all that its page depends on. */
interface ResolvedPage extends PageAddress {
  /** The release of the remote that serves it, and that remote's name. */
  release: (Release & { name: string }) | null
  /** The remote's scripts, where they are there. */
  remoteScripts: string[]
  /** The remote's routes, where the server can render them. */
  remote: DrawInput['remote']
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function releaseAt(set: ReleaseSet, pathname: string): ResolvedPage['release'] {
  const name = remoteFor(set, pathname)
  const release = set.remotes[name ?? '']
  return name !== null && release ? { ...release, name } : null
}

const keyOf = ({ url, releaseSet, settings, remoteScripts }: ResolvedPage, kind: 'page' | 'missing') =>
  [releaseSet.id, JSON.stringify(settings), remoteScripts.length, kind, url.pathname + url.search].join(' ')

/** Resolves addresses to pages that can be rendered with the live release set. */
export function pageRenderer(
  options: PageRendererOptions,
): (address: PageAddress) => Promise<RenderablePage> {
  const { root, siteUrl, supabaseUrl, browserUrl, supabaseKey, scripts, data, reads, builds, dev, warn } =
    options

  // A retry would be answered with a preload that failed: only files that are there are preloaded, looked up each time.
  const scriptsOf = async (release: Release | null): Promise<string[]> => {
    if (!release || dev) return []
    const urls = [release.entry, ...release.routes]
    return Promise.all(urls.map((url) => access(releaseFile(root, url)))).then(
      () => urls,
      () => [],
    )
  }

  const routesOf = async (release: ResolvedPage['release']): Promise<DrawInput['remote']> => {
    if (!builds || !release?.server) return null
    const exposed = await builds.routes(releaseFile(root, release.server))
    return exposed ? { name: release.name, exposed } : null
  }

  const logFailure = (
    { url, release }: Pick<ResolvedPage, 'url' | 'release'>,
    error: unknown,
    prefix = '',
  ) => {
    const owner = release ? `${release.name} ${release.version}` : 'shell'
    warn(`${prefix}${url.pathname} (${owner}) could not be drawn, the browser does: ${messageOf(error)}`)
  }

  const queryOfPage = (url: URL, release: ResolvedPage['release'], remote: DrawInput['remote']): string => {
    try {
      return (remote && builds?.readQuery(remote.exposed, url)) || ownQuery(url)
    } catch (error) {
      logFailure({ url, release }, error)
      return ''
    }
  }

  const resolve = async ({ url, ...address }: PageAddress): Promise<ResolvedPage> => {
    const guestId = url.pathname === '/cart' ? address.guestId : null
    const release = releaseAt(address.releaseSet, url.pathname)
    const remoteScripts = await scriptsOf(release)
    // Without its files in the browser a rendered page would stay dead: then the browser is left to say so.
    const remote = remoteScripts.length > 0 ? await routesOf(release) : null
    const own = new URL(siteUrl)
    own.pathname = url.pathname
    own.search = guestId ? url.search : queryOfPage(url, release, remote)
    return { ...address, url: own, guestId, release, remoteScripts, remote }
  }

  // A page that cannot be rendered is the browser's; what stands around it is rendered all the same, and never cached.
  const renderParts = async (page: ResolvedPage): Promise<DrawnPage | Response | null> => {
    if (!builds) return null
    const { url, releaseSet, settings, remote, guestId } = page
    const backend = { siteUrl, supabaseUrl, supabaseKey, fetch: reads.fetch }
    const input = { ...backend, url: url.href, releaseSet, settings, remote, guestId }
    try {
      return await builds.draw(input)
    } catch (error) {
      logFailure(page, error)
    }
    const frame = await builds.draw({ ...input, leave: true }).catch((error: unknown) => {
      logFailure(page, error, 'What stands around ')
      return null
    })
    return frame && !(frame instanceof Response) ? { ...frame, whole: false } : null
  }

  const renderPage = async (page: ResolvedPage, head: Head, missing: boolean): Promise<UncompressedPage> => {
    const { url, releaseSet, settings, release, remoteScripts, guestId } = page
    const parts = await renderParts(page)
    if (parts instanceof Response) {
      const location = parts.headers.get('location') ?? '/'
      return { status: parts.status, html: '', headers: { location }, cacheable: true }
    }
    const state = parts?.state && missing ? { ...parts.state, missing } : (parts?.state ?? null)
    const { html, policy } = await pageHtml({
      head,
      pathname: url.pathname,
      siteUrl,
      rendered: parts && { ...parts, state },
      scripts,
      remoteScripts,
      remotePages: remoteScripts.length > 0 ? (release?.pages ?? []) : [],
      supabaseUrl: browserUrl,
      backendUrl: supabaseUrl,
      supabaseKey,
      releaseSet,
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
        'x-edition': editionOf(releaseSet, scripts),
        'cache-control': guestId ? 'private, no-store' : 'no-cache',
        ...(head.status === 503 && { 'retry-after': '30' }),
      },
      // Searches and filters can be asked for without end: pages of them would push out those that many visitors open.
      cacheable:
        (parts ? parts.whole : builds === null) &&
        (missing || (head.status === 200 && /^(\?pages=\d+)?$/.test(url.search))),
    }
  }

  const render = async (page: ResolvedPage): Promise<UncompressedPage | SharedPage> => {
    const { url, releaseSet, remote } = page
    const head = await headOf(url.pathname, data)
    const standIn =
      builds && head.status === 404 ? await builds.standInFor(releaseSet, remote, url.pathname) : null
    if (standIn === null) return renderPage(page, head, false)
    const missing = { ...page, url: new URL(standIn, siteUrl), release: releaseAt(releaseSet, standIn) }
    return { sharedKey: keyOf(missing, 'missing'), render: () => renderPage(missing, head, true) }
  }

  return async (address) => {
    const page = await resolve(address)
    return { key: page.guestId ? null : keyOf(page, 'page'), render: () => render(page) }
  }
}
