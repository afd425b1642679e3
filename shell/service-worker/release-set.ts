/** What the service worker knows of its release set. Files of different sets are never mixed in one page. */
export interface CachedSet {
  id: string
  /** SHA-384 of its immutable files, in the format of `integrity`, by their paths. */
  files: Readonly<Record<string, string>>
  /** Patterns of the paths of pages that are left to the browser, as regular expressions. */
  bypassed: readonly string[]
  /** Those of pages that are never cached. */
  uncached: readonly string[]
}

// The web server writes `const releaseSet = {…}` before this script, so that another set is an update of it.
declare const releaseSet: CachedSet

/** Kinds of responses, each with its own cache: `offline pages` holds the page that stands for those that are not cached. */
export type Kind = 'pages' | 'files' | 'media' | 'offline pages'

const prefix = 'shop '

/** Name of this set's cache of a kind. */
export const cacheName = (kind: Kind): string => `${prefix}${releaseSet.id} ${kind}`

/** Whether a cache is one of an earlier or later release set. */
export const isOtherSetsCache = (name: string): boolean =>
  name.startsWith(prefix) && !name.startsWith(`${prefix}${releaseSet.id} `)

/** The hash of an immutable file of this set, undefined for any other path. */
export const integrityOf = (path: string): string | undefined => releaseSet.files[path]

const isOwnPage = (headers: Headers) =>
  /^text\/html/.test(headers.get('content-type') ?? '') &&
  headers.get('x-release-set') === releaseSet.id &&
  !/no-store/.test(headers.get('cache-control') ?? '')

// The hash of a file is checked when it is fetched.
const checks: Record<Kind, (headers: Headers) => boolean> = {
  pages: isOwnPage,
  'offline pages': isOwnPage,
  files: (headers) => !/^text\/html|^$/.test(headers.get('content-type') ?? ''),
  media: (headers) => /^(?:image|video)\//.test(headers.get('content-type') ?? ''),
}

/** Whether a response can be what it was asked for, and not the page of a proxy or of another releaseSet. */
export const isExpected = (kind: Kind, { status, redirected, headers }: Response): boolean =>
  status === 200 && !redirected && checks[kind](headers)

/** Whether a response is a page of another releaseSet. */
export const isOtherSetsPage = ({ headers }: Response): boolean =>
  headers.has('x-release-set') && headers.get('x-release-set') !== releaseSet.id
