import { remoteFor, type ReleaseSet } from '@shop/federation'
import { crumbsAt } from '@shop/router'
import type { Settings } from '@shop/settings'
import type { Crumb } from '@shop/ui'
import { notFoundCrumbs } from '../src/layout/not-found-crumbs'
import type { RenderInput } from '../src/server'
import type { SitePages } from './site-pages'

/** A request for a page. */
export interface PageAddress {
  url: URL
  releaseSet: ReleaseSet
  settings: Settings
  /** A guest without scripts, whose cart is rendered; every other page is the same for all visitors. */
  guestId: string | null
}

/** A remote in a release set. */
export type Release = ReleaseSet['remotes'][string]

/** A page request with all that its page depends on. */
export interface ResolvedPage extends PageAddress {
  pages: SitePages
  /** What its remote says of it. */
  rule: ReturnType<SitePages['at']>
  /** Release and name of the remote that serves it. */
  release: (Release & { name: string }) | null
  /** The remote's scripts, if the files exist. */
  remoteScripts: string[]
  /** The remote's routes, if the server can render them. */
  remote: RenderInput['remote']
}

/** The release that serves a path; null for the shell's own. */
export function releaseAt(set: ReleaseSet, pathname: string): ResolvedPage['release'] {
  const name = remoteFor(set, pathname)
  const release = set.remotes[name ?? '']
  return name !== null && release ? { ...release, name } : null
}

/** Whether the browser renders a page, and the server its layout alone. */
export const isForBrowser = ({ rule, release, remote }: ResolvedPage): boolean =>
  (release !== null && !remote) || (rule !== null && rule !== 'unknown' && rule.personal)

/** Breadcrumbs of a page, by its rule alone. */
export function pageCrumbs({ rule, url: { pathname } }: ResolvedPage): Crumb[] {
  if (rule === 'unknown') return crumbsAt(pathname, [], null)
  if (rule === null || rule.status === 404) return notFoundCrumbs([])
  return crumbsAt(pathname, rule.trail, rule.crumb)
}

/** The page's key in the cache: all that it depends on except the shop's data. */
export const keyOf = ({ url, releaseSet, settings, remoteScripts }: ResolvedPage, kind: 'page' | 'missing') =>
  [releaseSet.id, JSON.stringify(settings), remoteScripts.length, kind, url.pathname + url.search].join(' ')
