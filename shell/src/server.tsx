import * as auth from '@shop/auth'
import * as cart from '@shop/cart'
import * as pricing from '@shop/pricing'
import * as routing from '@shop/router'
import * as settingsLib from '@shop/settings'
import * as state from '@shop/state'
import * as supabase from '@shop/supabase'
import * as ui from '@shop/ui'
import * as wishlist from '@shop/wishlist'
import type { ReleaseSet } from '@shop/federation'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from '@shop/router/server'
import { hasFailedQuery, dehydrateQueries } from '@shop/supabase/server'
import { pageStyles, type StyleElement } from '@shop/ui/server'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import { renderToString } from 'react-dom/server'
import { Providers } from './app'
import { loadAllPages, parseRemoteRoutes, composeRoutes } from './composition/compose'
import { isNamedHandle, isNotFoundHandle } from './handles'
import { serverRemotes } from './composition/server-remotes'

/** The module instances that server builds of remotes share with the shell, by module name. */
export const shared: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
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
  /** Renders the layout only and leaves the page to the browser. */
  frameOnly?: boolean
}

/** Dehydrated state, with which the browser hydrates a page. */
export interface PageState {
  data: unknown
  loaderData: unknown
  /** True for the page that all missing products or categories share. */
  missing?: boolean
}

/** Parts of a rendered page for the HTML document. */
export interface RenderedPage {
  status: number
  markup: string
  /** Title, meta and link elements of the page's components. */
  head: string
  styles: StyleElement[]
  /** State for hydration; null when the browser renders the page. */
  state: PageState | null
  /** False when a query failed. */
  cacheable: boolean
}

// React hoists the elements of the head to the start of the markup.
const hoistedHead = /^(?:<title>[\s\S]*?<\/title>|<meta [^>]*>|<link [^>]*>)+/

type Handler = ReturnType<typeof createStaticHandler>

interface Composition {
  routes: routing.RouteObject[]
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
    routes,
    fullHandler: createStaticHandler(routes),
    frameHandler: createStaticHandler(frames as routing.RouteObject[]),
  }
}

const none = {}
const compositions = new WeakMap<ReleaseSet, WeakMap<object, Promise<Composition>>>()

/** The memoized composition of a release set and a remote's routes, which contains no visitor's data. */
function composeOnce(set: ReleaseSet, remote: RenderInput['remote']): Promise<Composition> {
  const ofSet = compositions.get(set) ?? new WeakMap<object, Promise<Composition>>()
  compositions.set(set, ofSet)
  const exposed = typeof remote?.exposed === 'object' ? (remote.exposed ?? none) : none
  const known = ofSet.get(exposed) ?? compose(set, remote)
  ofSet.set(exposed, known)
  known.catch(() => ofSet.delete(exposed))
  return known
}

/** Whether a page is one visitor's own, by `handle.personal` of its route. */
function isPersonal(routes: routing.RouteObject[], pathname: string): boolean {
  return (routing.matchRoutes(routes, pathname) ?? []).some(({ route }) => {
    const handle: unknown = route.handle
    return typeof handle === 'object' && handle !== null && 'personal' in handle && handle.personal === true
  })
}

/**
 * The part of a URL's query that its page reads, by `handle.reads` of its route; other parameters do not make another
 * page. Empty without such a handle.
 * @param exposed the routes of the remote that serves the page
 */
export function pageQuery(exposed: unknown, { pathname, searchParams }: URL): string {
  const matches = Array.isArray(exposed)
    ? (routing.matchRoutes(exposed as routing.RouteObject[], pathname) ?? [])
    : []
  const handle: unknown = matches.at(-1)?.route.handle
  if (
    typeof handle !== 'object' ||
    handle === null ||
    !('reads' in handle) ||
    typeof handle.reads !== 'function'
  )
    return ''
  const read: unknown = handle.reads(searchParams)
  return read instanceof URLSearchParams && read.size > 0 ? `?${read.toString()}` : ''
}

const leafOf = (routes: routing.RouteObject[], pathname: string) =>
  routing.matchRoutes(routes, pathname)?.at(-1)?.route

/**
 * The path whose not-found page all paths like this one share, so that it is rendered once. It contains nothing of a path
 * that a visitor made up. Null when the page must be rendered for its own path.
 * @param pathname of a page that is a 404
 */
export async function sharedNotFoundPath(
  releaseSet: ReleaseSet,
  remote: RenderInput['remote'],
  pathname: string,
): Promise<string | null> {
  if (!remote && serverRemotes(releaseSet).at(pathname) !== null) return null
  const { routes } = await composeOnce(releaseSet, remote)
  const leaf = leafOf(routes, pathname)
  const [, first = ''] = pathname.split('/')
  // The layout may depend on the first segment.
  const part = leaf?.path === '*' && isNotFoundHandle(leafOf(routes, `/${first}`)?.handle) ? '-' : first
  const standIn = isNotFoundHandle(leaf?.handle)
    ? `/${part}/-/-`
    : isNamedHandle(leaf?.handle)
      ? `/${part}/-`
      : null
  return standIn !== null && leafOf(routes, standIn) === leaf ? standIn : null
}

/**
 * Renders a page with its own query client and stores, for an anonymous visitor or a guest.
 * @returns a Response when a loader redirects
 * @throws what the page's code throws
 */
export async function renderPage(input: RenderInput): Promise<RenderedPage | Response> {
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
    frameOnly = false,
  } = input
  const data = {
    backend: supabase.createBackend({ url: supabaseUrl, key: supabaseKey }, { guestId, fetch: input.fetch }),
    queryClient: supabase.createQueryClient(),
  }
  const { pathname } = new URL(url)
  const { routes, fullHandler, frameHandler } = await composeOnce(releaseSet, remote)
  const clientOnly =
    frameOnly || (serverRemotes(releaseSet).at(pathname) !== null && !remote) || isPersonal(routes, pathname)
  const handler = clientOnly ? frameHandler : fullHandler
  const context = await handler.query(new Request(url), { requestContext: supabase.loaderContext(data) })
  if (context instanceof Response) return context
  const [failure] = Object.values(context.errors ?? {})
  if (failure !== undefined) throw failure
  if (guestId && !clientOnly) await cart.prefetchCart(data)
  const styles = pageStyles()
  const markup = renderToString(
    <Providers
      data={data}
      settings={settings}
      site={{ siteUrl, backendUrl: browserUrl }}
      styles={styles.cache}
    >
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Providers>,
  )
  const head = hoistedHead.exec(markup)?.[0] ?? ''
  return {
    status: context.statusCode,
    markup: markup.slice(head.length),
    head,
    styles: styles.styleElements(),
    state: clientOnly ? null : { data: dehydrateQueries(data.queryClient), loaderData: context.loaderData },
    cacheable: !hasFailedQuery(data.queryClient),
  }
}
