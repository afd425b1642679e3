/** A release set together with its shell. Files of different editions are never mixed in one page. */
export interface Edition {
  id: string
  releaseSet: string
  /** Paths of the shell's own files. */
  files: readonly string[]
  /** Folders of the remotes' releases, each with a slash at its end. */
  folders: readonly string[]
  /** Patterns of the paths of pages that are left to the browser, as regular expressions. */
  bypassed: readonly string[]
  /** Those of pages that are never cached. */
  unkept: readonly string[]
}

// The web server writes `const edition = {…}` before this script, so that another edition is an update of it.
declare const edition: Edition

/** Kinds of responses, each with its own cache: `house` is that of the offline page. */
export type Kind = 'pages' | 'files' | 'media' | 'house'

const prefix = 'shop '

/** Name of this edition's cache of a kind. */
export const cacheName = (kind: Kind): string => `${prefix}${edition.id} ${kind}`

/** Whether a cache is one of an earlier or later edition of the shop. */
export const isOtherEditionsCache = (name: string): boolean =>
  name.startsWith(prefix) && !name.startsWith(`${prefix}${edition.id} `)

/** Whether a path is an immutable file of this edition. */
export const isOwnFile = (path: string): boolean =>
  edition.files.includes(path) || edition.folders.some((folder) => path.startsWith(folder))

/** Whether a response is a page of this edition that may be cached. */
export const isOwnPage = ({ status, redirected, headers }: Response): boolean =>
  status === 200 &&
  !redirected &&
  headers.get('x-edition') === edition.id &&
  !/no-store/.test(headers.get('cache-control') ?? '')

/** Whether a response is a page of another edition. */
export const isOtherEditionsPage = ({ headers }: Response): boolean =>
  headers.has('x-edition') && headers.get('x-edition') !== edition.id
