import { remoteFor, type ReleaseSet } from '@shop/federation'
import { crumbsAt } from '@shop/router'
import type { Settings } from '@shop/settings'
import type { Crumb } from '@shop/ui'
import { notFoundCrumbs } from '../../src/layout/not-found-crumbs'
import type { RenderInput } from '../../src/server'
import type { OpenPreview } from '../releases/previews'
import type { SitePages } from '../releases/site-pages'

/** A request for a page. */
export interface PageAddress {
  url: URL
  releaseSet: ReleaseSet
  settings: Settings
  /** The guest whose cart is rendered; every other page is the same for all visitors. */
  guestId: string | null
  /** The visitor has confirmed their age by the gate's form: it is not shown. */
  ageConfirmed?: boolean
  /** The set is a preview, which the page says. */
  preview?: OpenPreview | null
  /** The form that was posted to it. */
  posted?: PostedForm | null
}

/** A form as a browser posts it. */
export interface PostedForm {
  /** The fields, URL-encoded. */
  body: string
  /** Reaches the backend on behalf of its visitor, whose address limits count. */
  fetch: typeof fetch
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
  /** The scripts of its remote's start, and its own, if the files exist. */
  scripts: string[]
  /** One visitor's alone: the answer to their form, or their cart. */
  own: boolean
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
  (release !== null && !remote) || (rule !== null && rule !== 'unknown' && rule.personal && !rule.forGuest)

/** Whether a page may lie in caches that others use as well: none of one person, or at an address that lets one in. */
export const isPublic = (rule: ResolvedPage['rule']): boolean =>
  rule !== null && rule !== 'unknown' && !rule.personal && rule.offline === 'page'

/** Whether a page differs by the guest's cookie, so that no other cache may answer for it. */
export const isForGuest = (rule: ResolvedPage['rule']): boolean =>
  rule !== null && rule !== 'unknown' && rule.forGuest

/** Whether a form may be posted to a page. */
export const takesForms = (rule: ResolvedPage['rule']): boolean =>
  rule !== null && rule !== 'unknown' && rule.takesForms

/** Breadcrumbs of a page, by its rule alone. */
export function pageCrumbs({ rule, url: { pathname } }: ResolvedPage): Crumb[] {
  if (rule === 'unknown') return crumbsAt(pathname, [], null)
  if (rule === null || rule.status === 404) return notFoundCrumbs([])
  return crumbsAt(pathname, rule.trail, rule.crumb)
}

const texts = new WeakMap<Settings, string>()

/** Settings as text, worked out once for each reading of them. */
function textOf(settings: Settings): string {
  const text = texts.get(settings) ?? JSON.stringify(settings)
  texts.set(settings, text)
  return text
}

/** The page's key in the cache: all that it depends on except the shop's data. */
export function keyOf(page: ResolvedPage, kind: 'page' | 'missing'): string {
  const { url, releaseSet, settings, scripts, ageConfirmed = false } = page
  const set = [releaseSet.id, textOf(settings), scripts.length]
  return [...set, kind, ageConfirmed, url.pathname + url.search].join(' ')
}
