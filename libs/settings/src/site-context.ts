import { createContext, useContext } from 'react'

/** Where the shop and its backend answer, without trailing slashes. */
export interface Site {
  /** The shop's public URL, such as "https://aurelle.example". */
  siteUrl: string
  /** The backend's URL for browsers. */
  backendUrl: string
}

const SiteContext = createContext<Site>({ siteUrl: '', backendUrl: '' })

/** Provides where the shop and its backend answer to its children. */
export const SiteProvider = SiteContext.Provider

/** Where the shop and its backend answer; the same on the server and in the browser. */
export function useSite(): Site {
  return useContext(SiteContext)
}
