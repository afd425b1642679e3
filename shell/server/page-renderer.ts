import { remoteFor, type ReleaseSet } from '@shop/federation'
import { fontFiles } from '@shop/ui/document'
import { access } from 'node:fs/promises'
import { editionOf } from './edition'
import { metadataOf, type PageMetadata } from './page-metadata'
import { pageHtml, type PageInput } from './page-html'
import type { ResponseCache } from './response-cache'
import type { UncompressedPage, SharedPage } from './page-cache'
import { parseOutcome, outcomeQuery } from '../src/information/contact/contact-outcome'
import type { RenderInput, RenderedPage } from '../src/server'
import { releaseFile } from './release-files'
import { integrityPolicy } from './security'
import type { ServerBuilds } from './server-builds'
import type { ShopData } from './shop-data'
import type { Settings } from '@shop/settings'

// Also as a header, from which a CDN or proxy can send 103 Early Hints.
const earlyLinks = fontFiles
  .map((font) => `</fonts/${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
  .join(', ')

/** Options of the page renderer. */
export interface PageRendererOptions {
  root: string
  siteUrl: string
  supabaseUrl: string
  /** URL of the same backend for browsers. */
  browserUrl: string
  supabaseKey: string
  scripts: readonly string[]
  /** SHA-384 of the shell's scripts, by URL. */
  integrity?: Readonly<Record<string, string>>
  data: ShopData
  reads: ResponseCache
  /** Server builds that render pages; null leaves them all to the browser. */
  builds: ServerBuilds | null
  dev: PageInput['dev']
  warn: (message: string) => void
}

/** The query parameters that the shell's own pages read. */
function shellPageQuery({ pathname, searchParams }: URL): string {
  const outcome = pathname === '/contact' ? parseOutcome(searchParams) : null
  return outcome ? outcomeQuery(outcome) : ''
}

/** A request for a page. */
export interface PageAddress {
  url: URL
  releaseSet: ReleaseSet
  settings: Settings
  /** A guest without scripts, whose cart is rendered; every other page is the same for all visitors. */
  guestId: string | null
}

/** A page to render. Its cache key covers all that it depends on except the shop's data; null for one visitor's own page. */
export interface RenderablePage {
  key: string | null
  render(): Promise<UncompressedPage | SharedPage>
}

type Release = ReleaseSet['remotes'][string]

/** A page request with all that its page depends on. */
interface ResolvedPage extends PageAddress {
  /** Release and name of the remote that serves it. */
  release: (Release & { name: string }) | null
  /** The remote's scripts, if the files exist. */
  remoteScripts: string[]
  /** The remote's routes, if the server can render them. */
  remote: RenderInput['remote']
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

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

  // A failed preload would also fail the retry, so only files that exist are preloaded; checked for every page.
  const availableScripts = async (release: Release | null): Promise<string[]> => {
    if (!release || dev) return []
    // A refused release: the browser says that this part is not available.
    if (Object.keys(release.integrity ?? {}).length === 0) return []
    const urls = [release.entry, ...release.routes]
    return Promise.all(urls.map((url) => access(releaseFile(root, url)))).then(
      () => urls,
      () => [],
    )
  }

  const loadRoutes = async (release: ResolvedPage['release']): Promise<RenderInput['remote']> => {
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
    warn(
      `${prefix}${url.pathname} (${owner}) could not be rendered, the browser does: ${errorMessage(error)}`,
    )
  }

  const queryFor = (url: URL, release: ResolvedPage['release'], remote: RenderInput['remote']): string => {
    try {
      return (remote && builds?.pageQuery(remote.exposed, url)) || shellPageQuery(url)
    } catch (error) {
      logFailure({ url, release }, error)
      return ''
    }
  }

  const resolve = async ({ url, ...address }: PageAddress): Promise<ResolvedPage> => {
    const guestId = url.pathname === '/cart' ? address.guestId : null
    const release = releaseAt(address.releaseSet, url.pathname)
    const remoteScripts = await availableScripts(release)
    // Without the remote's files a rendered page could not be hydrated: the browser renders the error instead.
    const remote = remoteScripts.length > 0 ? await loadRoutes(release) : null
    const canonical = new URL(siteUrl)
    canonical.pathname = url.pathname
    canonical.search = guestId ? url.search : queryFor(url, release, remote)
    return { ...address, url: canonical, guestId, release, remoteScripts, remote }
  }

  // When a page cannot be rendered, only its layout is; the browser renders the page itself. That is never cached.
  const renderMarkup = async (page: ResolvedPage): Promise<RenderedPage | Response | null> => {
    if (!builds) return null
    const { url, releaseSet, settings, remote, guestId } = page
    const backend = { siteUrl, browserUrl, supabaseUrl, supabaseKey, fetch: reads.fetch }
    const input = { ...backend, url: url.href, releaseSet, settings, remote, guestId }
    try {
      return await builds.renderPage(input)
    } catch (error) {
      logFailure(page, error)
    }
    const frame = await builds.renderPage({ ...input, frameOnly: true }).catch((error: unknown) => {
      logFailure(page, error, 'The layout of ')
      return null
    })
    return frame && !(frame instanceof Response) ? { ...frame, cacheable: false } : null
  }

  const renderDocument = async (
    page: ResolvedPage,
    metadata: PageMetadata,
    missing: boolean,
  ): Promise<UncompressedPage> => {
    const { url, releaseSet, settings, release, remoteScripts, guestId } = page
    const parts = await renderMarkup(page)
    if (parts instanceof Response) {
      const location = parts.headers.get('location') ?? '/'
      return { status: parts.status, html: '', headers: { location }, cacheable: true }
    }
    const state = parts?.state && missing ? { ...parts.state, missing } : (parts?.state ?? null)
    const { html, policy } = await pageHtml({
      metadata,
      pathname: url.pathname,
      siteUrl,
      rendered: parts && { ...parts, state },
      scripts,
      integrity: options.integrity,
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
      status: metadata.status,
      html,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        ...(!dev && integrityPolicy),
        link: earlyLinks,
        'x-edition': editionOf(releaseSet, scripts),
        'cache-control': guestId ? 'private, no-store' : 'no-cache',
        ...(metadata.status === 503 && { 'retry-after': '30' }),
      },
      // Searches and filters have endless variants, which would evict the pages that many visitors open.
      cacheable:
        (parts ? parts.cacheable : builds === null) &&
        (missing || (metadata.status === 200 && /^(\?pages=\d+)?$/.test(url.search))),
    }
  }

  const render = async (page: ResolvedPage): Promise<UncompressedPage | SharedPage> => {
    const { url, releaseSet, remote } = page
    const metadata = await metadataOf(url.pathname, data)
    if (metadata.location !== undefined) {
      // Not kept by browsers: a former slug may get a new owner.
      const headers = { location: metadata.location + url.search, 'cache-control': 'no-cache' }
      return { status: metadata.status, html: '', headers, cacheable: true }
    }
    const notFoundPath =
      builds && metadata.status === 404
        ? await builds.sharedNotFoundPath(releaseSet, remote, url.pathname)
        : null
    if (notFoundPath === null) return renderDocument(page, metadata, false)
    const missing = {
      ...page,
      url: new URL(notFoundPath, siteUrl),
      release: releaseAt(releaseSet, notFoundPath),
    }
    return { sharedKey: keyOf(missing, 'missing'), render: () => renderDocument(missing, metadata, true) }
  }

  return async (address) => {
    const page = await resolve(address)
    return { key: page.guestId ? null : keyOf(page, 'page'), render: () => render(page) }
  }
}
