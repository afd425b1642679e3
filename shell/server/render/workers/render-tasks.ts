import type { ReleaseSet } from '@shop/federation'
import type { MessagePort } from 'node:worker_threads'
import type { RenderInput } from '../../../src/server'

/** A server build, read once: every worker of a set runs the same. */
export interface BuildSource {
  /** Its path, which stands in stacks of errors. */
  file: string
  code: string
}

/** What the workers of a release set start with. */
export interface WorkerData {
  /** The shell's server build. */
  shell: BuildSource
  releaseSet: ReleaseSet
  /** The remotes' server builds, by name. */
  remotes: Readonly<Record<string, BuildSource>>
}

/** Input of a page, without what only the web server has. */
export type PageInput = Omit<RenderInput, 'releaseSet' | 'fetch' | 'remote' | 'fragmentsOf'>

/** What a worker is asked for; `remote` is null for the shell. */
export type RenderTask =
  | { name: 'load'; remote: string | null }
  | { name: 'renderPage'; remote: string | null; input: PageInput }
  /** `path` is the pattern of the page's path. */
  | { name: 'pageQuery'; remote: string | null; path: string; search: string }
  | { name: 'sitemapEntries'; remote: string; supabaseUrl: string; supabaseKey: string }

/** A task, and the port for what is said while it runs. */
export interface PortedTask {
  task: RenderTask
  port: MessagePort
}

/** A request of a page to the backend; text alone crosses between threads. */
export interface ReadRequest {
  url: string
  method: string
  headers: [string, string][]
  body: string | null
}

/** The response to it. */
export type ReadResponse =
  | { status: number; headers: [string, string][]; body: string | null }
  | { error: string }

/** From a worker, while it carries out a task. */
export type TaskMessage =
  | { type: 'started' }
  /** The web server carries it out and posts the response to `reply`. */
  | { type: 'read'; request: ReadRequest; reply: MessagePort }
  /** The worker holds more memory than it should. */
  | { type: 'heavy' }

/** What a task gives; an error as text, since some cannot cross between threads. */
export type TaskResult = { value: unknown } | { error: string }

/** A redirect, since a Response cannot cross between threads. */
export interface RenderedRedirect {
  redirect: string
  status: number
  /** The id that the guest has from now on; null where it stays the same. */
  renewedGuest: string | null
}
