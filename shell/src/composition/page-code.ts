import { logFailure, type RouteObject } from '@shop/router'

/** What the visitor reads about the code of a server-rendered page: it takes long, or it could not be loaded. */
type PageCodeProblem = 'late' | 'failed'

/** The code of a page that the server rendered. Until it is there, React leaves the page as it is. */
export interface PageCode {
  /** The page that the server rendered. */
  pathname: string
  /** Resolves with the page's routes once they have been loaded; never rejects. */
  routes: Promise<RouteObject[]>
  /** The routes for another navigation. @throws what loading them throws */
  latest(): Promise<RouteObject[]>
  problem(): PageCodeProblem | null
  subscribe(listener: () => void): () => void
  /** Loads the code again. */
  retry(): void
}

/** After this time without its code a page says so, in milliseconds. */
const lateMs = 4000

/**
 * Loads the code of a server-rendered page.
 * @param load loads its routes; `again` is true in every attempt but the first
 */
export function loadPageCode(pathname: string, load: (again: boolean) => Promise<RouteObject[]>): PageCode {
  const listeners = new Set<() => void>()
  let problem: PageCodeProblem | null = null
  let resolve: (routes: RouteObject[]) => void = () => undefined
  const routes = new Promise<RouteObject[]>((resolvePromise) => {
    resolve = resolvePromise
  })
  const setProblem = (next: PageCodeProblem | null) => {
    problem = next
    for (const listener of listeners) listener()
  }
  const start = (again: boolean): Promise<RouteObject[]> => {
    const attempt = load(again)
    const timer = setTimeout(setProblem, lateMs, 'late')
    attempt.then(
      (loaded) => {
        clearTimeout(timer)
        setProblem(null)
        resolve(loaded)
      },
      (error: unknown) => {
        clearTimeout(timer)
        logFailure(error)
        if (attempt === current) setProblem('failed')
      },
    )
    return attempt
  }
  const retry = () => {
    setProblem('late')
    current = start(true)
  }
  let current = start(false)
  return {
    pathname,
    routes,
    latest() {
      if (problem === 'failed') retry()
      return current
    },
    problem: () => problem,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retry,
  }
}
