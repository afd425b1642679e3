import type { BackendConfig } from '@shop/supabase'

/** What the forms of browsers without scripts are answered with. */
export interface FormOptions {
  backend: BackendConfig
  /** Public address of the shop. */
  siteUrl: string
  /** How many proxies of our own stand before this server. */
  trustedProxies?: number
  warn: (message: string) => void
}
