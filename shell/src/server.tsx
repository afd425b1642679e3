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
import { pageStyles, type GatheredStyle } from '@shop/ui/server'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import { renderToString } from 'react-dom/server'
import { Providers } from './app'
import { loadAllPages, routesOf, routesWith } from './composition/compose'
import { isNamed, leadsNowhere } from './handles'
import { remotesOf } from './composition/server-remotes'

/** The instances that remotes drawn on a server share with the shell, by the names they ask for. */
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

/** What a page is drawn from. */
export interface DrawInput {
  /** Absolute address of the page. */
  url: string
  siteUrl: string
  supabaseUrl: string
  supabaseKey: string
  releaseSet: ReleaseSet
  settings: settingsLib.Settings
  /** How the backend is asked. */
  fetch: typeof fetch
  /** Whose cart to draw; null for a page that is everyone's. */
  guestId: string | null
  /** The remote that serves the page and the routes it exposes; null leaves its part to the browser. */
  remote: { name: string; exposed: unknown } | null
  /** Draws what stands around the page alone and leaves the page to the browser. */
  leave?: boolean
}

/** What the browser needs to take a drawn page over. */
export interface PageState {
  data: unknown
  loaderData: unknown
  /** True for the one page of all things that are not there: at whichever address, what is asked for is missing. */
  missing?: boolean
}

/** A drawn page: its parts for the HTML document. */
export interface DrawnPage {
  status: number
  markup: string
  /** Title, meta and link elements that the page's components brought. */
  head: string
  styles: GatheredStyle[]
  /** What the browser takes over; null when it draws the page's part itself. */
  state: PageState | null
  /** False when a read failed: not to be kept for others. */
  whole: boolean
}

// React puts what belongs into the head before everything else.
const hoisted = /^(?:<title>[\s\S]*?<\/title>|<meta [^>]*>|<link [^>]*>)+/

type Handler = ReturnType<typeof createStaticHandler>

interface Composed {
  routes: routing.RouteObject[]
  /** Runs the routes; their pages' code is loaded. */
  drawing: Handler
  /** Stands for any page that is left to the browser. */
  leaving: Handler
}

async function compose(set: ReleaseSet, remote: DrawInput['remote']): Promise<Composed> {
  const routes = routesWith(remotesOf(set), remote ? routesOf(remote.name, remote.exposed) : [])
  await loadAllPages(routes)
  const frames = routes.map(({ children: _, ...root }) => ({
    ...root,
    path: '*',
    Component: root.HydrateFallback,
  }))
  return {
    routes,
    drawing: createStaticHandler(routes),
    leaving: createStaticHandler(frames as routing.RouteObject[]),
  }
}

const none = {}
const compositions = new WeakMap<ReleaseSet, WeakMap<object, Promise<Composed>>>()

/** The composition of a release set with what a remote exposes; it holds nothing of any visitor. */
function composedOnce(set: ReleaseSet, remote: DrawInput['remote']): Promise<Composed> {
  const ofSet = compositions.get(set) ?? new WeakMap<object, Promise<Composed>>()
  compositions.set(set, ofSet)
  const exposed = typeof remote?.exposed === 'object' ? (remote.exposed ?? none) : none
  const known = ofSet.get(exposed) ?? compose(set, remote)
  ofSet.set(exposed, known)
  known.catch(() => ofSet.delete(exposed))
  return known
}

/** Whether a page says that it belongs to one visitor, by `handle.personal` of its route. */
function isPersonal(routes: routing.RouteObject[], pathname: string): boolean {
  return (routing.matchRoutes(routes, pathname) ?? []).some(({ route }) => {
    const handle: unknown = route.handle
    return typeof handle === 'object' && handle !== null && 'personal' in handle && handle.personal === true
  })
}

/**
 * The part of an address's query that its page reads, as the page's route says by `handle.reads`: the rest is for others,
 * and not worth a page of its own. Empty where the route says nothing.
 * @param exposed the routes of the remote that serves the page
 */
export function readQuery(exposed: unknown, { pathname, searchParams }: URL): string {
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
 * The path that stands for all paths that lead nowhere in the same way as this one, so that their page is drawn once.
 * Nothing of the path that a visitor made up is in it. Null when there is none: the page is then drawn for its own path.
 * @param pathname of a page that is a 404
 */
export async function standInFor(
  releaseSet: ReleaseSet,
  remote: DrawInput['remote'],
  pathname: string,
): Promise<string | null> {
  if (!remote && remotesOf(releaseSet).at(pathname) !== null) return null
  const { routes } = await composedOnce(releaseSet, remote)
  const leaf = leafOf(routes, pathname)
  const [, first = ''] = pathname.split('/')
  // What stands around a page may depend on the part of the shop it is in.
  const part = leaf?.path === '*' && leadsNowhere(leafOf(routes, `/${first}`)?.handle) ? '-' : first
  const standIn = leadsNowhere(leaf?.handle) ? `/${part}/-/-` : isNamed(leaf?.handle) ? `/${part}/-` : null
  return standIn !== null && leafOf(routes, standIn) === leaf ? standIn : null
}

/**
 * Draws a page with stores of its own, for a visitor of whom nothing is known but, perhaps, the guest id.
 * @returns a Response when a loader redirects
 * @throws what the page's code throws
 */
export async function draw(input: DrawInput): Promise<DrawnPage | Response> {
  const {
    url,
    siteUrl,
    supabaseUrl,
    supabaseKey,
    releaseSet,
    settings,
    guestId,
    remote,
    leave = false,
  } = input
  const data = {
    backend: supabase.createBackend({ url: supabaseUrl, key: supabaseKey }, { guestId, fetch: input.fetch }),
    queryClient: supabase.createQueryClient(),
  }
  const { pathname } = new URL(url)
  const { routes, drawing, leaving } = await composedOnce(releaseSet, remote)
  const left =
    leave || (remotesOf(releaseSet).at(pathname) !== null && !remote) || isPersonal(routes, pathname)
  const handler = left ? leaving : drawing
  const context = await handler.query(new Request(url), { requestContext: supabase.loaderContext(data) })
  if (context instanceof Response) return context
  const [failure] = Object.values(context.errors ?? {})
  if (failure !== undefined) throw failure
  if (guestId && !left) await cart.prefetchCart(data)
  const styles = pageStyles()
  const markup = renderToString(
    <Providers data={data} settings={settings} siteUrl={siteUrl} styles={styles.cache}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Providers>,
  )
  const head = hoisted.exec(markup)?.[0] ?? ''
  return {
    status: context.statusCode,
    markup: markup.slice(head.length),
    head,
    styles: styles.gathered(),
    state: left ? null : { data: dehydrateQueries(data.queryClient), loaderData: context.loaderData },
    whole: !hasFailedQuery(data.queryClient),
  }
}
