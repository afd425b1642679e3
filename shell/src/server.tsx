import * as auth from '@shop/auth'
import * as cart from '@shop/cart'
import { accountsOf } from '@shop/forms/account-request'
import { formContext } from '@shop/forms/posted'
import * as pricing from '@shop/pricing'
import * as routing from '@shop/router'
import * as reactRouterDom from '@shop/router/exports-for-remotes'
import * as settingsLib from '@shop/settings'
import * as state from '@shop/state'
import * as supabase from '@shop/supabase'
import * as ui from '@shop/ui'
import * as wishlist from '@shop/wishlist'
import type { ReleaseSet } from '@shop/federation'
import type { Crumb } from '@shop/ui'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from '@shop/router/server'
import { hasFailedQuery } from '@shop/supabase/server'
import { pageStyles, type StyleElement } from '@shop/ui/server'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import { Providers } from './app'
import { loadAllPages, parseRemoteRoutes, composeRoutes } from './composition/compose'
import { findSubject, type FoundSubject } from './composition/page-head'
import { pageState, type PageState } from './composition/page-state'
import { renewedGuestHeader } from './composition/renewed-guest'
import { serverRemotes } from './composition/server-remotes'
import { fragmentHost } from './fragments/fragment-host'
import { memoizePerSet } from './memoize-per-set'
import { isCacheable } from './page-rules'
import { toMarkup } from './to-markup'

export { pageQuery, sitemapEntries } from './page-rules'

/** The module instances that server builds of remotes share with the shell, by module name. */
export const shared: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  'react-router-dom': reactRouterDom,
  '@shop/auth': auth,
  '@shop/cart': cart,
  '@shop/pricing': pricing,
  '@shop/router': routing,
  '@shop/settings': settingsLib,
  '@shop/state': state,
  '@shop/supabase': supabase,
  '@shop/ui': ui,
  '@shop/wishlist': wishlist,
}

/** Input of a render. */
export interface RenderInput {
  /** Absolute address of the page. */
  url: string
  siteUrl: string
  /** URL of the backend for browsers, and its own. */
  browserUrl: string
  supabaseUrl: string
  supabaseKey: string
  releaseSet: ReleaseSet
  settings: settingsLib.Settings
  /** Sends the requests to the backend. */
  fetch: typeof fetch
  /** The guest whose cart is rendered; null for a page that is the same for all visitors. */
  guestId: string | null
  /** The remote that serves the page and the routes it exposes; null when the browser renders them. */
  remote: { name: string; exposed: unknown } | null
  /** The fragments that are parts of the page, each with the remote that offers it; others are left to the browser. */
  fragments?: Readonly<Record<string, string>>
  /** What a remote exposes as its fragments. @throws what its code throws */
  fragmentsOf?: (remote: string) => unknown
  /** Renders the layout only, with these breadcrumbs, and leaves the page to the browser. */
  frame?: readonly Crumb[] | null
  /** Renders the page of a subject that is known to be missing. */
  missing?: boolean
  /** It is one visitor's alone. */
  own?: boolean
  /** The URL-encoded fields of the form that was posted to the page. */
  posted?: string | null
}

/** The parts of a rendered page that go into the HTML document. */
export interface RenderedPage {
  status: number
  markup: string
  /** Title, meta and link elements of the page's components. */
  head: string
  styles: StyleElement[]
  /** State for hydration; null when the browser renders the page. */
  state: PageState | null
  /** The id that the guest has from now on, if it is another one. */
  renewedGuest?: string
  /** What the page is about; null when that is nothing in the database, or only the layout was rendered. */
  subject: FoundSubject | null
  /** False when a query failed, or the page has too many variants to keep them. */
  cacheable: boolean
}

// React hoists the elements of the head to the start of the markup.
const hoistedHead = /^(?:<title>[\s\S]*?<\/title>|<meta [^>]*>|<link [^>]*>)+/

type Handler = ReturnType<typeof createStaticHandler>

interface Composition {
  /** Renders the routes, whose code is loaded. */
  fullHandler: Handler
  /** Renders the layout of any page that is left to the browser. */
  frameHandler: Handler
}

async function compose(set: ReleaseSet, remote: RenderInput['remote']): Promise<Composition> {
  const routes = composeRoutes(
    serverRemotes(set),
    remote ? parseRemoteRoutes(remote.name, remote.exposed) : [],
  )
  await loadAllPages(routes)
  const frames = routes.map(({ children: _, ...root }) => ({
    ...root,
    path: '*',
    element: root.hydrateFallbackElement,
  }))
  return {
    fullHandler: createStaticHandler(routes),
    frameHandler: createStaticHandler(frames as routing.RouteObject[]),
  }
}

const none = {}
const compositionsOf = memoizePerSet(() => new WeakMap<object, Promise<Composition>>())

/** The memoized composition of a release set and a remote's routes, which contains no visitor's data. */
function composeOnce(set: ReleaseSet, remote: RenderInput['remote']): Promise<Composition> {
  const ofSet = compositionsOf(set)
  const exposed = typeof remote?.exposed === 'object' ? (remote.exposed ?? none) : none
  const known = ofSet.get(exposed) ?? compose(set, remote)
  ofSet.set(exposed, known)
  known.catch(() => ofSet.delete(exposed))
  return known
}

const requestOf = (url: string, posted: string | null) =>
  posted === null
    ? new Request(url)
    : new Request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: posted,
      })

/**
 * Renders a page with its own query client and stores, for an anonymous visitor or a guest.
 * @returns a Response when it leads elsewhere, "missing" when what it is about does not exist and `missing` is not set
 * @throws what the page's code throws
 */
export async function renderPage(input: RenderInput): Promise<RenderedPage | Response | 'missing'> {
  const {
    url,
    siteUrl,
    browserUrl,
    supabaseUrl,
    supabaseKey,
    releaseSet,
    settings,
    guestId,
    remote,
    frame = null,
    missing = false,
    posted = null,
    fragments = {},
    fragmentsOf,
  } = input
  const data = {
    backend: supabase.createBackend({ url: supabaseUrl, key: supabaseKey }, { guestId, fetch: input.fetch }),
    queryClient: supabase.createQueryClient(),
  }
  const { pathname, searchParams } = new URL(url)
  const { fullHandler, frameHandler } = await composeOnce(releaseSet, remote)
  const handler = frame ? frameHandler : fullHandler
  const requestContext = formContext(supabase.loaderContext(data), {
    data,
    settings,
    siteUrl,
    askAccounts: accountsOf(input),
  })
  const context = await handler.query(requestOf(url, frame ? null : posted), { requestContext })
  const guestNow = data.backend.guest.id()
  const renewedGuest = guestNow === guestId ? null : guestNow
  if (context instanceof Response) {
    if (renewedGuest !== null) context.headers.set(renewedGuestHeader, renewedGuest)
    return context
  }
  const [failure] = Object.values(context.errors ?? {})
  if (failure !== undefined) throw failure
  const leaf = context.matches.at(-1)
  const subject = frame || !leaf ? null : findSubject(leaf.route.handle, leaf.params, data.queryClient)
  if (subject?.is === 'moved') return new Response(null, { status: 301, headers: { location: subject.to } })
  if (subject?.is === 'missing' && !missing) return 'missing'
  if (guestId && !frame) await cart.prefetchCart(data)
  const rendered = Object.keys(fragments)
  const styles = pageStyles()
  const markup = await toMarkup(
    <Providers
      data={data}
      settings={settings}
      site={{ siteUrl, backendUrl: browserUrl }}
      styles={styles.cache}
      frameCrumbs={frame && { pathname, crumbs: frame }}
    >
      <routing.FragmentContext value={fragmentHost(serverRemotes(releaseSet, fragmentsOf), rendered)}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </routing.FragmentContext>
    </Providers>,
  )
  const head = hoistedHead.exec(markup)?.[0] ?? ''
  return {
    status: context.statusCode,
    markup: markup.slice(head.length),
    head,
    styles: styles.styleElements(markup),
    state: frame ? null : pageState(context, pathname, data, rendered),
    ...(renewedGuest !== null && { renewedGuest }),
    subject,
    cacheable: !hasFailedQuery(data.queryClient) && isCacheable(leaf?.route.handle, searchParams),
  }
}
