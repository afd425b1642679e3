import { useLocation } from '@shop/router'
import { useMemo } from 'react'

/** The links of the list as it is filtered now: to the details of an order over it, and to the list alone. */
export function useOrderLinks() {
  const { search } = useLocation()
  return useMemo(() => {
    const to = (order?: string) => {
      const params = new URLSearchParams(search)
      params.delete('order')
      if (order) params.set('order', order)
      return { search: params.toString() }
    }
    return { details: to, list: to() }
  }, [search])
}
