import type { RouteObject } from 'react-router-dom'
import type { FragmentName } from './fragments'

/** Parameters in a path: of `/products/:slug` its `slug`. */
export type PathParams = Readonly<Record<string, string | undefined>>

/** A query of `@shop/supabase`. */
interface Query<T> {
  readonly key: readonly unknown[]
  readonly queryFn: (db: never, signal: AbortSignal) => Promise<T>
}

/** The title and description that search engines and link previews show. */
export interface SubjectHead {
  /** The shop's name is appended unless it is in it. */
  title: string
  description: string
  /** URL or path of its picture; the shop's own without one. */
  image?: string | null
  /** `og:type`; default "website". */
  type?: 'product'
  /** Path of its canonical address, where it is another than its own. */
  canonical?: string
}

/** An entry of the sitemap. */
export interface SitemapEntry {
  path: string
  /** Day of the last change, an ISO date. */
  changed: string | null
}

interface Common {
  /**
   * What search engines are told. "index": they list it, and the sitemap names it; "noindex": they may read but not list
   * it; "disallow": robots.txt also asks them not to read it. Default "index", of a personal page "disallow".
   */
  robots?: 'index' | 'noindex' | 'disallow'
  /** Depends on who opens it: unless it is `forGuest`, the server renders the layout alone, the browser the page. Default false. */
  personal?: boolean
  /**
   * What a visitor gets without a connection. "page": what they saw on their last visit; "notice": the offline page, and
   * nothing of it is kept on the device; "nothing": its requests are left to the browser. Default "page", of a personal
   * page "notice".
   */
  offline?: 'page' | 'notice' | 'nothing'
  /** The part of the query that it reads; other parameters make no other page. Default none. */
  reads?: (search: URLSearchParams) => URLSearchParams
  /** Whether the web server caches it with this part of the query. Default: only without any. */
  cached?: (read: URLSearchParams) => boolean
  /** The entries of a route that stands for many pages, such as one for each product. */
  sitemap?: () => Query<readonly SitemapEntry[]>
  /**
   * The server renders it for the guest whose cookie comes along, with their cart, and then caches it for nobody; a personal
   * page it renders for everybody like that. Default false.
   */
  forGuest?: boolean
  /**
   * What shoppers type who look for it, beside its title: "refund send back". The shop's search finds it by these words;
   * without any it does not.
   */
  search?: string
  /**
   * The fragments that the server renders as parts of it, each with a path of the remote that offers it; `Fragment` of `@shop/ui/fragment`
   * shows them. Default none.
   */
  fragments?: Readonly<Partial<Record<FragmentName, string>>>
  /** Its remote draws QR codes, so that their pictures may come from the service that the settings choose. */
  showsQrCodes?: boolean
}

/** A page that is the same whatever the database holds. */
interface StaticPage extends Common {
  /** The shop's name is appended unless it is in it. */
  title: string
  description: string
  /** 404 for a page that says that there is nothing at its address. */
  status?: 404
}

/** A page about one thing of the database, its route's `subject`. A thing that does not exist is a 404. */
export interface SubjectPage<T> extends Common {
  /** Of what was found; of a former address, the path that it leads to. */
  head: (subject: NonNullable<T>) => SubjectHead | { movedTo: string }
  /** Title of the 404. */
  missing: string
}

/** All that servers need to know of a page. */
export type Page<T = never> = StaticPage | SubjectPage<T>

/** A route of a remote or of the shell. */
export interface ShopRoute {
  id?: string
  path?: string
  index?: true
  /** Label of its breadcrumb; default the last part of its path. */
  crumb?: string
  /** The query of what its page is about; its `name` is the breadcrumb, its `crumbs` (label and path) stand before it. */
  subject?: (params: PathParams) => Query<unknown>
  /** What servers need to know; the browser's build leaves it out. A route without one has that of its parent. */
  page?: Page | false
  loader?: RouteObject['loader']
  /**
   * Takes the page's form, which is posted to its own address (`@shop/forms/posted`). It runs on servers; the browser's build
   * leaves it out.
   */
  action?: RouteObject['action'] | false
  lazy?: RouteObject['lazy']
  Component?: RouteObject['Component']
  shouldRevalidate?: RouteObject['shouldRevalidate']
  children?: readonly ShopRoute[]
}

/** A breadcrumb above a page. */
export interface TrailStep {
  /** How many segments of the page's path its own has. */
  depth: number
  label: string
}

/** `handle` of every route that `defineRoutes` has made. */
export interface PageHandle {
  crumb?: string
  trail: readonly TrailStep[]
  subject?: (params: PathParams) => Query<unknown>
  page?: Page
}

/** Whether a route's `handle` is one of `defineRoutes`. */
export const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'trail' in handle
