import { createContext, useContext } from 'react'

const SiteContext = createContext('')

/** Provides the shop's public address, without a trailing slash, to its children. */
export const SiteProvider = SiteContext.Provider

/** The shop's public address, such as "https://aurelle.example"; the same on the server and in the browser. */
export function useSiteUrl(): string {
  return useContext(SiteContext)
}
