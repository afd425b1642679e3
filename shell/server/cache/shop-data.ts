import { shippingQuery } from '@shop/cart/shipping-terms'
import { toPounds, type ShippingTerms } from '@shop/pricing'
import { freeDeliveryFrom } from '@shop/pricing/free-delivery-threshold'
import { parseSettings, type Settings, type StoredSettings } from '@shop/settings'
import { createBackend, row, rows, type BackendConfig } from '@shop/supabase'
import { subscribeToTable } from '@shop/supabase/server'
import { fetchWithTimeout } from '../http/fetch-with-timeout'
import { staleWhileRevalidate } from './stale-while-revalidate'

/** Public data of the shop that the web server itself reads. */
export interface ShopData {
  /**
   * The shop's settings; while the backend cannot be reached, the last ones read.
   * @throws Error until they have been read once: there is no default for prices and the age gate
   */
  settings(): Promise<Settings>
  /** Calls the listener after each change to the catalogue. */
  onChange(listener: () => void): void
  /** Ends the subscription to changes. */
  stop(): Promise<void>
  /** True while changes are announced by Realtime; otherwise they are seen by polling. */
  isFollowing(): boolean
  /** True when the backend answers within two seconds. */
  isReachable(): Promise<boolean>
}

/** The settings with the rate of VAT in force, and the promise of free delivery that the shipping rules keep. */
function withTerms(settings: StoredSettings, vatRate: number, terms: ShippingTerms): Settings {
  const { pricing, shipping, delivery } = settings
  const pence = freeDeliveryFrom({ ...terms, unmatched: shipping.unmatchedZone, coverage: delivery.coverage })
  const from = pence === null ? undefined : toPounds(pence)
  // Releases from before the rules decided this need an amount: one that no cart comes to where there is no promise.
  const sent = { ...shipping, freeFrom: from ?? 100_000 }
  return { ...settings, pricing: { ...pricing, vatRate }, shipping: sent, freeDeliveryFrom: from }
}

/**
 * @param config the backend, with the key of visitors
 * @param times in milliseconds: the timeout of a read, and how often changes are looked for that Realtime has not announced
 */
export function shopData(
  config: BackendConfig,
  warn: (message: string) => void,
  { timeoutMs, pollMs = 4000 }: { timeoutMs?: number; pollMs?: number } = {},
): ShopData {
  const db = createBackend(config, { fetch: fetchWithTimeout(timeoutMs) })

  let known: { text: string; settings: Settings } | null = null
  // Settings that have not changed stay the same object, by which cached pages are found.
  const settings = async () => {
    const stored = await rows(db.from('shop_settings').select('key, value'))
    const terms = await shippingQuery().queryFn(db, new AbortController().signal)
    const rate = await row(db.rpc('vat_rate'))
    const text = JSON.stringify([stored, rate, terms])
    if (known?.text === text) return known.settings
    const read = parseSettings(stored, ({ key }) => {
      warn(`shop_settings: "${key}" is unknown or of the wrong kind and was left out`)
    })
    known = { text, settings: withTerms(read, rate, terms) }
    return known.settings
  }
  const cachedSettings = staleWhileRevalidate(settings, { freshMs: 10_000 })
  const listeners: (() => void)[] = []
  let version: unknown = null
  const changed = (row?: { version?: unknown }) => {
    if (row && row.version === version) return
    if (row) version = row.version
    cachedSettings.invalidate()
    for (const listener of listeners) listener()
  }
  const subscription = subscribeToTable(config, 'catalogue_version', changed)
  // A connection may have ended without anybody having noticed.
  const poll = setInterval(() => {
    rows(db.from('catalogue_version').select('version')).then(
      ([found]) => {
        if (found) changed(found)
      },
      () => undefined,
    )
  }, pollMs)
  poll.unref()
  return {
    settings: () => cachedSettings.get(),
    onChange: (listener) => {
      listeners.push(listener)
    },
    isFollowing: () => subscription.isConnected(),
    async stop() {
      clearInterval(poll)
      await subscription.stop()
    },
    isReachable: () =>
      row(db.from('shop_settings').select('key').limit(1).abortSignal(AbortSignal.timeout(2000))).then(
        () => true,
        () => false,
      ),
  }
}
