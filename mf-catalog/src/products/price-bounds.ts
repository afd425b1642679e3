import type { Surface } from '@shop/pricing'
import { parseSettings, type StoredSettings } from '@shop/settings'
import { row, rows, type Backend } from '@shop/supabase'
import type { ProductFilter } from './product-filter'
import { storedBounds, type LargeFigure, type StoredBounds } from './stored-bounds'

const keys = ['pricing.factor', 'pricing.showVatInclusive', 'pricing.lead']

/** The figure that leads on a surface: what is charged, or the surface's own where the shop chose that. */
function largeFigure(
  { factor, showVatInclusive, lead }: StoredSettings['pricing'],
  vatRate: number,
  surface: Surface,
): LargeFigure {
  if (lead === 'specified') return { factor: surface === 'category' ? 1 : factor, vatRate: 0 }
  return { factor, vatRate: showVatInclusive ? vatRate : 0 }
}

/** The stored prices that a filter lets through, null without a price filter. */
export async function priceBounds(
  db: Backend,
  filter: ProductFilter,
  surface: Surface,
  signal: AbortSignal,
): Promise<StoredBounds | null> {
  if (filter.min === null && filter.max === null) return null
  const [pricing, vatRate] = await Promise.all([
    rows(db.from('shop_settings').select('key, value').in('key', keys).abortSignal(signal)),
    row(db.rpc('vat_rate').abortSignal(signal)),
  ])
  return storedBounds(filter, largeFigure(parseSettings(pricing).pricing, vatRate, surface))
}
