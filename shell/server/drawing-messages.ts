import type { ReleaseSet } from '@shop/federation'
import type { RenderInput } from '../src/server'

/** A server build, read once: every thread of a set runs the same. */
export interface BuildSource {
  /** Its path, which stands in stacks of errors. */
  file: string
  code: string
}

/** What a drawing thread starts with. */
export interface ThreadData {
  /** The shell's server build. */
  shell: BuildSource
  releaseSet: ReleaseSet
  /** The remotes' server builds, by name. */
  remotes: Readonly<Record<string, BuildSource>>
  /** A page of the shell that is drawn before any visitor's, since the first takes several times as long. */
  warmUp: PageTask['input']
}

/** A page to draw, without what only the web server has. */
export interface PageTask {
  name: 'renderPage'
  input: Omit<RenderInput, 'releaseSet' | 'fetch' | 'remote'>
  remote: string | null
}

/** What a drawing thread is asked for. */
export type DrawingTask =
  | PageTask
  /** `path` is the pattern of the page's path, `remote` null for a page of the shell. */
  | { name: 'pageQuery'; remote: string | null; path: string; search: string }
  | { name: 'sitemapEntries'; remote: string; supabaseUrl: string; supabaseKey: string }

/** A request of a page to the backend; text alone crosses between threads. */
export interface ReadRequest {
  url: string
  method: string
  headers: [string, string][]
  body: string | null
}

/** The answer to it. */
interface ReadAnswer {
  status: number
  headers: [string, string][]
  body: string | null
}

/** From the web server to a drawing thread. */
export type ToThread =
  | { type: 'draw'; id: number; task: DrawingTask }
  /** Asks whether the thread still answers. */
  | { type: 'ping' }
  | { type: 'answer'; read: number; answer: ReadAnswer }
  | { type: 'unanswered'; read: number; message: string }

/** From a drawing thread to the web server. */
export type FromThread =
  | { type: 'loading'; remote: string }
  /** The shell cannot run, so the thread ends. */
  | { type: 'unloadable'; message: string }
  /** Everything is loaded; `broken` says of each build that cannot run why. */
  | { type: 'loaded'; broken: Record<string, string> }
  | { type: 'read'; id: number; read: number; request: ReadRequest }
  /** @param heavy the thread holds more memory than it should and is to be replaced */
  | { type: 'drawn'; id: number; result: unknown; heavy: boolean }
  | { type: 'failed'; id: number; message: string; heavy: boolean }
  | { type: 'pong' }
  /** An error that nobody caught. */
  | { type: 'stray'; message: string }

/** A redirect, since a Response cannot cross between threads. */
export interface DrawnRedirect {
  redirect: string
  status: number
  /** The id that the guest has from now on; null where it stays the same. */
  renewedGuest: string | null
}
