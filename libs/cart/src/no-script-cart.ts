import { ensureQuery, type DataContextValue } from '@shop/supabase'
import { priced, type CartLine, type StoredLine } from './cart-line'
import { cartQuery } from './list-cart'

/** Reads the guest's cart into the cache, for rendering it without scripts. Rejects when the read fails. */
export async function prefetchCart(data: DataContextValue): Promise<void> {
  const id = data.backend.guest.id()
  if (id) await ensureQuery(data, cartQuery({ kind: 'guest', id }))
}

/** The guest's cart from the cache, or null when it was not read. @param factor the setting `pricing.factor` */
export function cachedCart({ backend, queryClient }: DataContextValue, factor: number): CartLine[] | null {
  const id = backend.guest.id()
  const lines = id ? queryClient.getQueryData<StoredLine[]>(cartQuery({ kind: 'guest', id }).key) : undefined
  return lines?.map((line) => priced(line, factor)) ?? null
}
