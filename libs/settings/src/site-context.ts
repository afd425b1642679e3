import { createContext, useContext } from 'react'

const SiteContext = createContext('')

/** Gives the shop's public address, without a slash at the end, to everything below it. */
export const SiteProvider = SiteContext.Provider

/** The shop's public address, such as "https://aurelle.example"; the same on server and in browser. */
export function useSiteUrl(): string {
  return useContext(SiteContext)
}
