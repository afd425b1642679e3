import { remoteFor, type ReleaseSet } from '@shop/federation'
import { renewedGuestHeader } from '../../src/composition/renewed-guest'
import { pageRedirect } from './page-redirect'
import type { InlineScripts } from '../releases/inline-scripts'
import { notFoundMetadata, unavailableMetadata, type PageMetadata } from '../../src/page-metadata'
import { metadataOf } from './rule-metadata'
import { pageHtml, type PageInput } from './page-html'
import { pageScripts } from './page-scripts'
import { errorMessage } from '../error-message'
import { describeRequest } from '../tracing/request-facts'
import type { ResponseCache } from '../cache/response-cache'
import type { RenderablePage, SharedPage, UncompressedPage } from '../cache/page-cache'
import type { RenderInput, RenderedPage } from '../../src/server'
import type { PagesOf } from '../releases/release-pages'
import { TooBusy } from './workers/render-errors'
import {
  isForBrowser,
  isForGuest,
  isPublic,
  keyOf,
  pageCrumbs,
  releaseAt,
  takesForms,
  type PageAddress,
  type ResolvedPage,
} from './resolved-page'
import { placeholderPath, type OwnedRule } from '../releases/site-pages'
import { releaseFile } from '../releases/release-files'
import { integrityPolicy, reportingEndpoints } from '../http/security'
import type { ServerBuilds } from './workers/server-builds'
import { cachingOf } from '../cache/shared-caching'

/** Options of the page renderer. */
export interface PageRendererOptions {
  /** Folder of the release store. */
  store: string
  siteUrl: string
  supabaseUrl: string
  /** URL of the same backend for browsers. */
  browserUrl: string
  supabaseKey: string
  /** URLs of the shell's scripts, where the release set names no shell. */
  scripts: readonly string[]
  /** The inline scripts of a release set's shell. */
  inlineScripts?: (set: ReleaseSet) => Promise<InlineScripts>
  pages: PagesOf
  reads: ResponseCache
  /** Server builds that render pages; null leaves them all to the browser. */
  builds: ServerBuilds | null
  dev: PageInput['dev']
  /** Whether a CDN is told what to forget. */
  purges: boolean
  warn: (message: string) => void
}

/** The pattern of a page's path, which tells nothing of who opens it. */
const patternOf = ({ rule }: Pick<ResolvedPage, 'rule'>): string | null =>
  rule === null || rule === 'unknown' ? null : rule.path

/** Resolves addresses to pages that can be rendered with the live release set. */
export function pageRenderer(
  options: PageRendererOptions,
): (address: PageAddress) => Promise<RenderablePage> {
  const { store, siteUrl, supabaseUrl, browserUrl, supabaseKey, reads, builds, dev, purges, warn } = options

  const routesOf = (set: ReleaseSet, release: ResolvedPage['release']): RenderInput['remote'] => {
    const exposed = release ? builds?.routes(set, release.name) : null
    return release && exposed ? { name: release.name, exposed } : null
  }

  /** @throws TooBusy when that is the failure */
  const logFailure = (
    { rule, release }: Pick<ResolvedPage, 'rule' | 'release'>,
    error: unknown,
    prefix = '',
  ) => {
    if (error instanceof TooBusy) throw error
    describeRequest({ error })
    const owner = release ? `${release.name} ${release.version}` : 'shell'
    warn(
      `${prefix}${patternOf({ rule }) ?? 'A page'} (${owner}) could not be rendered, the browser does: ${errorMessage(error)}`,
    )
  }

  const queryFor = async (
    url: URL,
    rule: OwnedRule,
    { releaseSet, release, remote }: Pick<ResolvedPage, 'releaseSet' | 'release' | 'remote'>,
  ): Promise<string> => {
    if (!builds || !rule.reads || (release && !remote)) return ''
    try {
      return await builds.pageQuery(releaseSet, remote?.name ?? null, rule.path, url)
    } catch (error) {
      logFailure({ rule, release }, error)
      return ''
    }
  }

  const resolve = async ({ url, ...address }: PageAddress): Promise<ResolvedPage> => {
    const { releaseSet } = address
    const pages = await options.pages(releaseSet)
    const rule = pages.at(url.pathname)
    const known = rule !== null && rule !== 'unknown'
    const guestId = isForGuest(rule) ? address.guestId : null
    const release = releaseAt(releaseSet, url.pathname)
    // Checked for every page.
    const scripts = dev ? [] : await pageScripts(store, releaseSet, release, known ? rule.scripts : [])
    // Without the remote's files a rendered page could not be hydrated: the browser renders the error instead.
    const remote = scripts.length > 0 ? routesOf(releaseSet, release) : null
    const canonical = new URL(siteUrl)
    canonical.pathname = url.pathname
    const isPersonal = known && rule.personal && rule.forGuest
    const own = isPersonal || guestId !== null || Boolean(address.posted)
    canonical.search = own
      ? url.search
      : known
        ? await queryFor(url, rule, { releaseSet, release, remote })
        : ''
    return { ...address, pages, rule, url: canonical, guestId, release, scripts, remote, own }
  }

  /** The fragments of a page that the server can render, each with the remote that offers it. What answers a form has none: it is rendered once. */
  const fragmentsIn = ({ rule, releaseSet, posted }: ResolvedPage): Record<string, string> =>
    rule === null || rule === 'unknown' || posted
      ? {}
      : Object.fromEntries(
          Object.entries(rule.fragments).flatMap(([name, path]) => {
            const remote = remoteFor(releaseSet, path)
            return remote !== null && builds?.routes(releaseSet, remote) ? [[name, remote]] : []
          }),
        )

  /** Renders a page with its fragments; where that fails, without. @throws TooBusy, and what the page itself throws */
  const renderWithFragments = async (page: ResolvedPage, input: RenderInput, pages: ServerBuilds) => {
    const { releaseSet, rule } = page
    const fragments = input.frame ? {} : fragmentsIn(page)
    if (Object.keys(fragments).length === 0) return pages.renderPage(input)
    try {
      return await pages.renderPage({ ...input, fragments })
    } catch (error) {
      if (error instanceof TooBusy) throw error
      const rendered = await pages.renderPage(input)
      for (const [name, remote] of Object.entries(fragments)) {
        const version = releaseSet.remotes[remote]?.version ?? null
        describeRequest({ error, remote, version })
        warn(
          `${name} of ${remote} ${version ?? ''} could not be rendered in ${patternOf({ rule }) ?? 'a page'}, the browser does: ${errorMessage(error)}`,
        )
      }
      return typeof rendered === 'object' && 'markup' in rendered
        ? { ...rendered, cacheable: false }
        : rendered
    }
  }

  // When a page cannot be rendered, only its layout is; the browser renders the page itself. Never cached.
  const renderMarkup = async (
    page: ResolvedPage,
    missing: boolean,
  ): Promise<RenderedPage | Response | 'missing' | null> => {
    if (!builds) return null
    const { url, releaseSet, settings, remote, guestId, own, posted = null } = page
    const backend = { siteUrl, browserUrl, supabaseUrl, supabaseKey, fetch: posted?.fetch ?? reads.fetch }
    const input = { ...backend, url: url.href, releaseSet, settings, remote, guestId, own }
    const crumbs = pageCrumbs(page)
    const frameCrumbs = isForBrowser(page) ? crumbs : null
    try {
      const whole = { ...input, missing, posted: posted?.body ?? null, frame: frameCrumbs }
      return await renderWithFragments(page, whole, builds)
    } catch (error) {
      logFailure(page, error)
      // What was posted may have been done: a page that does not say so would mislead.
      if (posted) throw error
    }
    const frame = await builds
      .renderPage({ ...input, remote: null, frame: crumbs })
      .catch((error: unknown) => {
        logFailure(page, error, 'The layout of ')
        return null
      })
    return frame === null || frame === 'missing' || frame instanceof Response
      ? null
      : { ...frame, cacheable: false }
  }

  const toDocument = async (
    page: ResolvedPage,
    parts: RenderedPage | null,
    { metadata, shared = false }: { metadata: PageMetadata; shared?: boolean },
  ): Promise<UncompressedPage> => {
    const { url, releaseSet, settings, rule, own, posted } = page
    const scripts = releaseSet.shell?.scripts ?? options.scripts
    const state = parts?.state && shared ? { ...parts.state, missing: true } : (parts?.state ?? null)
    const { html, policy } = await pageHtml({
      metadata,
      pathname: url.pathname,
      siteUrl,
      rendered: parts && { ...parts, state },
      ageConfirmed: page.ageConfirmed,
      preview: page.preview,
      crumbs: state ? null : pageCrumbs(page),
      showsQrCodes: rule !== null && rule !== 'unknown' && rule.showsQrCodes,
      scripts,
      inline: await options.inlineScripts?.(releaseSet),
      pageScripts: page.scripts,
      supabaseUrl: browserUrl,
      backendUrl: supabaseUrl,
      supabaseKey,
      releaseSet,
      settings,
      dev,
    })
    const cacheable = (parts ? parts.cacheable : builds === null) && (shared || metadata.status === 200)
    const shareable = cacheable && metadata.status === 200 && isPublic(rule) && !isForGuest(rule) && !dev
    return {
      status: posted && parts ? parts.status : metadata.status,
      html,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        ...(!dev && { ...integrityPolicy, ...reportingEndpoints }),
        'x-release-set': releaseSet.id,
        ...cachingOf({ own, shareable, purges }, releaseSet, url.pathname),
        ...(metadata.status === 503 && { 'retry-after': '30' }),
        ...(parts?.renewedGuest && { [renewedGuestHeader]: parts.renewedGuest }),
      },
      cacheable,
    }
  }

  // All pages that do not exist share the one at this path.
  const sharedNotFound = (page: ResolvedPage, path: string, metadata: PageMetadata): SharedPage => {
    const { releaseSet, pages } = page
    const url = new URL(path, siteUrl)
    const [posted, guestId] = [null, null]
    const release = releaseAt(releaseSet, path)
    const shared = { ...page, url, rule: pages.at(path), release, posted, guestId, own: false }
    return {
      sharedKey: keyOf(shared, 'missing'),
      render: async () => {
        const parts = await renderMarkup(shared, true)
        const rendered = parts === 'missing' || parts instanceof Response ? null : parts
        return toDocument(shared, rendered, { metadata, shared: true })
      },
    }
  }

  const render = async (page: ResolvedPage): Promise<UncompressedPage | SharedPage> => {
    const { url, rule, pages, release } = page
    if (rule === null || (rule !== 'unknown' && rule.status === 404)) {
      const metadata = notFoundMetadata(rule?.head?.title ?? 'Page not found')
      const path = builds ? pages.sharedNotFoundPath(url.pathname) : null
      return path === null ? toDocument(page, null, { metadata }) : sharedNotFound(page, path, metadata)
    }
    const parts = await renderMarkup(page, false)
    if (parts instanceof Response) return pageRedirect(page, parts)
    if (rule === 'unknown')
      return toDocument(page, parts === 'missing' ? null : parts, { metadata: unavailableMetadata() })
    if (parts === 'missing')
      return sharedNotFound(
        page,
        placeholderPath(rule.path),
        notFoundMetadata(rule.missing ?? 'Page not found'),
      )
    const rendersHere = builds !== null && release?.server !== null && !rule.personal
    return toDocument(page, parts, { metadata: metadataOf(rule, parts, rendersHere) })
  }

  return async (address) => {
    const page = await resolve(address)
    const { releaseSet } = address
    const isWhole = !isForGuest(page.rule) && (page.release === null || page.scripts.length > 0)
    return {
      key: page.own ? null : keyOf(page, 'page'),
      files: isWhole ? page.scripts.map((url) => releaseFile(store, url)) : null,
      takesForms: takesForms(page.rule),
      facts: {
        route: patternOf(page),
        remote: page.release?.name ?? null,
        version: page.release?.version ?? releaseSet.shell?.version ?? null,
      },
      render: () => render(page),
    }
  }
}
