import { createContext, useContext } from 'react'

/** Starts the page anew from the live release set; resolves when that has been asked for. */
export type Retry = () => Promise<void>

const RetryContext = createContext<Retry>(() => Promise.resolve())

export const RetryProvider = RetryContext.Provider

/** The way back from a page that failed, without a reload. */
export function useRetry(): Retry {
  return useContext(RetryContext)
}
