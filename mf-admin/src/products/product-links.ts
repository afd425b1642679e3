import { useLocation } from '@shop/router'
import { useMemo } from 'react'

/** Addresses of what opens over the product list; the list behind keeps its filters. */
export interface ProductLinks {
  edit: (id: string) => { search: string }
  add: { search: string }
  stock: (id: string) => { search: string }
  /** The list alone. */
  list: { search: string }
}

/** The links of the list as it is filtered now. */
export function useProductLinks(): ProductLinks {
  const { search } = useLocation()
  return useMemo(() => {
    const to = (name?: 'product' | 'stock', value = '') => {
      const params = new URLSearchParams(search)
      params.delete('product')
      params.delete('stock-of')
      if (name) params.set(name === 'stock' ? 'stock-of' : name, value)
      return { search: params.toString() }
    }
    return {
      edit: (id) => to('product', id),
      add: to('product', 'new'),
      stock: (id) => to('stock', id),
      list: to(),
    }
  }, [search])
}
