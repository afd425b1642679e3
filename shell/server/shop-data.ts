import { parseSettings, type Settings } from '@shop/settings'
import { createBackend, maybeRow, row, rows, type BackendConfig } from '@shop/supabase'
import { subscribeToTable } from '@shop/supabase/server'
import { fetchWithTimeout } from './fetch-with-timeout'
import { lastKnown } from './last-known'
import { memoizeWithTtl } from './memoize-with-ttl'

/** What a page's head says of the thing it shows. */
export interface Subject {
  name: string
  description: string | null
  image: string | null
}

/** What the web server itself reads of the shop, as every visitor could. */
export interface ShopData {
  product(slug: string): Promise<Subject | null>
  category(slug: string): Promise<Subject | null>
  /**
   * The shop's settings; while the backend is away, as they were last read.
   * @throws Error while they were never read: no default may sell or open anything
   */
  settings(): Promise<Settings>
  /** Paths of all products and categories, with the day of their last change (ISO date). */
  publicPaths(): Promise<{ path: string; changed: string | null }[]>
  /** Calls the listener after each change to what pages show, when what was cached of it is gone. */
  onChange(listener: () => void): void
  /** Ends listening for changes. */
  stop(): Promise<void>
  /** True when the backend answers within two seconds. */
  answers(): Promise<boolean>
}

const pageSize = 1000

/** @param config the backend as visitors use it; @param timeoutMs how long a read may take */
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
  const settings = async () =>
    parseSettings(await rows(db.from('shop_settings').select('key, value')), ({ key }) => {
      warn(`shop_settings: "${key}" is unknown or of the wrong kind and was left out`)
    })
  const productPaths = async () => {
    const paths: { path: string; changed: string | null }[] = []
    for (let from = 0; ; from += pageSize) {
      const some = await rows(
        db
          .from('products')
          .select('slug, updated_at')
          .eq('is_active', true)
          .order('slug')
          .range(from, from + pageSize - 1),
      )
      paths.push(
        ...some.map(({ slug, updated_at }) => ({
          path: `/products/${slug}`,
          changed: updated_at.slice(0, 10),
        })),
      )
      if (some.length < pageSize) return paths
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
    publicPaths: memoizeWithTtl(publicPaths, { ttlMs: 60_000 }),
  }
  const lastSettings = lastKnown(settings, { freshMs: 10_000 })
  const listeners: (() => void)[] = []
  const watch = subscribeToTable(config, 'catalogue_version', () => {
    for (const lookup of Object.values(cached)) lookup.clear()
    lastSettings.expire()
    for (const listener of listeners) listener()
  })
  return {
    product: (slug) => cached.product.get(slug),
    category: (slug) => cached.category.get(slug),
    settings: () => lastSettings.get(),
    publicPaths: () => cached.publicPaths.get(''),
    onChange: (listener) => {
      listeners.push(listener)
    },
    stop: () => watch.stop(),
    answers: () =>
      row(db.from('shop_settings').select('key').limit(1).abortSignal(AbortSignal.timeout(2000))).then(
        () => true,
        () => false,
      ),
  }
}
