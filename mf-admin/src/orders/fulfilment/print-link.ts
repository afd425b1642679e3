import { useLocation } from '@shop/router'
import * as v from 'valibot'

const stateSchema = v.fallback(v.object({ ordersSearch: v.string() }), { ordersSearch: '' })

/** Links from the list of orders to their printed papers. With a shipment, to the packing slip of it alone. */
export function usePrintLink() {
  const { search } = useLocation()
  return (paper: 'packing' | 'invoice', numbers: readonly string[], shipment?: string) => ({
    to: `/admin/orders/print?paper=${paper}&orders=${numbers.join(',')}${shipment ? `&shipment=${shipment}` : ''}`,
    state: { ordersSearch: search },
  })
}

/** The path of the list of orders, with the filters that it had before printing. */
export const useOrdersPath = () => `/admin/orders${v.parse(stateSchema, useLocation().state).ordersSearch}`
