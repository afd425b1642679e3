import type { BackendConfig } from '@shop/supabase'

/** Options of the handlers for forms sent without scripts. */
export interface FormOptions {
  backend: BackendConfig
  /** Public address of the shop. */
  siteUrl: string
  /** How many proxies of our own are in front of this server. */
  trustedProxies?: number
  warn: (message: string) => void
}
