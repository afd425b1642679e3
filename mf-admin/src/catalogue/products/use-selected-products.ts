import { useMemo, useState } from 'react'
import type { ListedProduct } from './list-products'

const byId = (products: readonly ListedProduct[]) => products.map((product) => [product.id, product] as const)

/** The selected products, which may be on several pages of the list. */
export function useSelectedProducts() {
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedProduct>>(() => new Map())
  const ids = useMemo(() => new Set(selected.keys()), [selected])
  return {
    ids,
    /** The selected products; those on the page that is shown as they are now. */
    productsAs(rows: readonly ListedProduct[] = []): ListedProduct[] {
      const shown = new Map(byId(rows))
      return [...selected.values()].map((product) => shown.get(product.id) ?? product)
    },
    /** @param rows the page that is shown */
    select(next: ReadonlySet<string>, rows: readonly ListedProduct[] = []) {
      const known = new Map([...selected, ...byId(rows)])
      setSelected(
        new Map(
          [...next].flatMap((id) => {
            const product = known.get(id)
            return product ? [[id, product] as const] : []
          }),
        ),
      )
    },
    /** Selects products of other pages too. */
    selectProducts(next: readonly ListedProduct[]) {
      setSelected(new Map(byId(next)))
    },
    clear() {
      setSelected(new Map())
    },
  }
}
