import type { DataContextValue } from '@shop/supabase'
import { priced, type CartLine, type StoredLine } from './cart-line'
import { cartQuery } from './list-cart'

/** The guest's cart from the cache, or null when it was not read. @param factor the setting `pricing.factor` */
export function cachedCart({ backend, queryClient }: DataContextValue, factor: number): CartLine[] | null {
  const id = backend.guest.id()
  const lines = id ? queryClient.getQueryData<StoredLine[]>(cartQuery({ kind: 'guest', id }).key) : undefined
  return lines?.map((line) => priced(line, factor)) ?? null
}
