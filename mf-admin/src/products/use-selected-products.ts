import { useMemo, useState } from 'react'
import type { ListedProduct } from './list-products'

/**
 * The selected products, which may be on several pages of the list.
 *
 * @param rows the page that is shown; a selected product on it is replaced by its present version
 */
export function useSelectedProducts(rows: readonly ListedProduct[] | undefined) {
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedProduct>>(() => new Map())
  const products = useMemo(() => {
    const shown = new Map((rows ?? []).map((product) => [product.id, product]))
    return [...selected.values()].map((product) => shown.get(product.id) ?? product)
  }, [selected, rows])
  const ids = useMemo(() => new Set(selected.keys()), [selected])
  return {
    ids,
    products,
    select(next: ReadonlySet<string>) {
      const known = new Map([...selected, ...(rows ?? []).map((product) => [product.id, product] as const)])
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
      setSelected(new Map(next.map((product) => [product.id, product])))
    },
    clear() {
      setSelected(new Map())
    },
  }
}
