/** A release set together with its shell. Files of different editions are never mixed in one page. */
export interface Edition {
  id: string
  /** SHA-384 of its immutable files, in the format of `integrity`, by their paths. */
  files: Readonly<Record<string, string>>
  /** Patterns of the paths of pages that are left to the browser, as regular expressions. */
  bypassed: readonly string[]
  /** Those of pages that are never cached. */
  uncached: readonly string[]
}

// The web server writes `const edition = {…}` before this script, so that another edition is an update of it.
declare const edition: Edition

/** Kinds of responses, each with its own cache: `offline pages` holds the page that stands for those that are not cached. */
export type Kind = 'pages' | 'files' | 'media' | 'offline pages'

const prefix = 'shop '

/** Name of this edition's cache of a kind. */
export const cacheName = (kind: Kind): string => `${prefix}${edition.id} ${kind}`

/** Whether a cache is one of an earlier or later edition of the shop. */
export const isOtherEditionsCache = (name: string): boolean =>
  name.startsWith(prefix) && !name.startsWith(`${prefix}${edition.id} `)

/** The hash of an immutable file of this edition, undefined for any other path. */
export const integrityOf = (path: string): string | undefined => edition.files[path]

const isOwnPage = (headers: Headers) =>
  /^text\/html/.test(headers.get('content-type') ?? '') &&
  headers.get('x-edition') === edition.id &&
  !/no-store/.test(headers.get('cache-control') ?? '')

// The hash of a file is checked when it is fetched.
const checks: Record<Kind, (headers: Headers) => boolean> = {
  pages: isOwnPage,
  'offline pages': isOwnPage,
  files: (headers) => !/^text\/html|^$/.test(headers.get('content-type') ?? ''),
  media: (headers) => /^(?:image|video)\//.test(headers.get('content-type') ?? ''),
}

/** Whether a response can be what it was asked for, and not the page of a proxy or of another edition. */
export const isExpected = (kind: Kind, { status, redirected, headers }: Response): boolean =>
  status === 200 && !redirected && checks[kind](headers)

/** Whether a response is a page of another edition. */
export const isOtherEditionsPage = ({ headers }: Response): boolean =>
  headers.has('x-edition') && headers.get('x-edition') !== edition.id
