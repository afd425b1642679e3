import { parseSettings, type Settings } from '@shop/settings'
import { createBackend, maybeRow, row, rows, type BackendConfig } from '@shop/supabase'
import { subscribeToTable } from '@shop/supabase/server'
import { fetchWithTimeout } from './fetch-with-timeout'
import { staleWhileRevalidate } from './stale-while-revalidate'
import { memoizeWithTtl } from './memoize-with-ttl'

/** A product or category, as the metadata of its page describes it. */
interface Subject {
  name: string
  description: string | null
  image: string | null
}

/** Public data of the shop that the web server itself reads. */
export interface ShopData {
  product(slug: string): Promise<Subject | null>
  category(slug: string): Promise<Subject | null>
  /** The slug that a former slug of an active product or category has now, or null. */
  movedTo(kind: 'product' | 'category', slug: string): Promise<string | null>
  /**
   * The shop's settings; while the backend cannot be reached, the last ones read.
   * @throws Error until they have been read once: there is no default for prices and the age gate
   */
  settings(): Promise<Settings>
  /** Paths of all products and categories, with the day of their last change (ISO date). */
  publicPaths(): Promise<{ path: string; changed: string | null }[]>
  /** Calls the listener after each change to the catalogue, when the caches here have been cleared. */
  onChange(listener: () => void): void
  /** Ends the subscription to changes. */
  stop(): Promise<void>
  /** True when the backend answers within two seconds. */
  isReachable(): Promise<boolean>
}

const pageSize = 1000

/** @param config the backend, with the key of visitors; @param timeoutMs timeout of a read, in milliseconds */
export function shopData(
  config: BackendConfig,
  warn: (message: string) => void,
  timeoutMs?: number,
): ShopData {
  const db = createBackend(config, { fetch: fetchWithTimeout(timeoutMs) })

  const product = async (slug: string) => {
    const found = await maybeRow(
      db
        .from('products')
        .select('name, short_description, images')
        .eq('slug', slug)
        .eq('is_active', true)
        .maybeSingle(),
    )
    return (
      found && { name: found.name, description: found.short_description, image: found.images?.[0] ?? null }
    )
  }
  const category = async (slug: string) => {
    const found = await maybeRow(
      db
        .from('categories')
        .select('name, description, image_url')
        .eq('slug', slug)
        .eq('is_active', true)
        .maybeSingle(),
    )
    return found && { name: found.name, description: found.description, image: found.image_url }
  }
  const movedTo = (kind: 'product' | 'category') => (slug: string) =>
    maybeRow(db.rpc('redirect_of', { p_kind: kind, p_slug: slug }))
  const settings = async () =>
    parseSettings(await rows(db.from('shop_settings').select('key, value')), ({ key }) => {
      warn(`shop_settings: "${key}" is unknown or of the wrong kind and was left out`)
    })
  const productPaths = async () => {
    const paths: { path: string; changed: string | null }[] = []
    for (let from = 0; ; from += pageSize) {
      const batch = await rows(
        db
          .from('products')
          .select('slug, updated_at')
          .eq('is_active', true)
          .order('slug')
          .range(from, from + pageSize - 1),
      )
      paths.push(
        ...batch.map(({ slug, updated_at }) => ({
          path: `/products/${slug}`,
          changed: updated_at.slice(0, 10),
        })),
      )
      if (batch.length < pageSize) return paths
    }
  }
  const publicPaths = async () => {
    const categories = await rows(db.from('categories').select('slug').eq('is_active', true).order('slug'))
    return [
      ...categories.map(({ slug }) => ({ path: `/categories/${slug}`, changed: null })),
      ...(await productPaths()),
    ]
  }

  const cached = {
    product: memoizeWithTtl(product, { ttlMs: 30_000 }),
    category: memoizeWithTtl(category, { ttlMs: 30_000 }),
    movedProduct: memoizeWithTtl(movedTo('product'), { ttlMs: 30_000 }),
    movedCategory: memoizeWithTtl(movedTo('category'), { ttlMs: 30_000 }),
    publicPaths: memoizeWithTtl(publicPaths, { ttlMs: 60_000 }),
  }
  const cachedSettings = staleWhileRevalidate(settings, { freshMs: 10_000 })
  const listeners: (() => void)[] = []
  const subscription = subscribeToTable(config, 'catalogue_version', () => {
    for (const lookup of Object.values(cached)) lookup.clear()
    cachedSettings.invalidate()
    for (const listener of listeners) listener()
  })
  return {
    product: (slug) => cached.product.get(slug),
    category: (slug) => cached.category.get(slug),
    movedTo: (kind, slug) => (kind === 'product' ? cached.movedProduct : cached.movedCategory).get(slug),
    settings: () => cachedSettings.get(),
    publicPaths: () => cached.publicPaths.get(''),
    onChange: (listener) => {
      listeners.push(listener)
    },
    stop: () => subscription.stop(),
    isReachable: () =>
      row(db.from('shop_settings').select('key').limit(1).abortSignal(AbortSignal.timeout(2000))).then(
        () => true,
        () => false,
      ),
  }
}
