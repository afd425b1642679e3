import { useLocation } from '@shop/router'
import { useMemo } from 'react'

/** Addresses that lead on from the product list. */
export interface ProductLinks {
  /** The form, over the list with its filters. */
  edit: (id: string) => { search: string }
  add: { search: string }
  /** The list without the form. */
  list: { search: string }
}

/** The links of the list as it is filtered now. */
export function useProductLinks(): ProductLinks {
  const { search } = useLocation()
  return useMemo(() => {
    const to = (product?: string) => {
      const params = new URLSearchParams(search)
      params.delete('product')
      if (product) params.set('product', product)
      return { search: params.toString() }
    }
    return { edit: to, add: to('new'), list: to() }
  }, [search])
}

/** The stock page of a product. */
export const stockPath = (id: string) => `/admin/stock?product=${id}`

/** What goes with a product. */
export const companionsPath = (id: string) => `/admin/products/companions?product=${id}`
