import { AsyncLocalStorage } from 'node:async_hooks'

/** What is known of a request beside its method, status and duration. Nothing of it tells who sent it. */
export interface RequestFacts {
  /** By which its log lines, its response and its calls of the backend are found. */
  requestId: string
  /** Pattern of its path, such as `/products/:productSlug`; null where nothing serves it. */
  route: string | null
  /** Whether its page came from the cache; null for what is not cached. */
  cache: 'hit' | 'miss' | null
  /** Id of the release set that answered. */
  releaseSet: string | null
  /** The remote whose page it is, and its version. */
  remote: string | null
  version: string | null
  /** What went wrong. */
  error: unknown
}

/** Which page it is, and whose. */
export type PageFacts = Pick<RequestFacts, 'route' | 'remote' | 'version'>

const current = new AsyncLocalStorage<RequestFacts>()

/** Notes facts about the request that is being answered; without one it does nothing. */
export function describeRequest(facts: Partial<RequestFacts>): void {
  const known = current.getStore()
  if (known) Object.assign(known, facts)
}

/** Answers a request, of which these facts are known so far. */
export const withRequestFacts = <T>(facts: RequestFacts, work: () => T): T => current.run(facts, work)

/** What is known so far of the request that is being answered. */
export const requestFacts = (): Readonly<RequestFacts> | undefined => current.getStore()
