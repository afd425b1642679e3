import { createContext, useContext } from 'react'

/** Restarts the shop's pages with the live release set; resolves once that set has been fetched. */
export type Retry = () => Promise<void>

const RetryContext = createContext<Retry>(() => Promise.resolve())

export const RetryProvider = RetryContext.Provider

/** Retries a page that failed, without a reload. */
export function useRetry(): Retry {
  return useContext(RetryContext)
}
