import { ensureQuery, type DataContextValue } from '@shop/supabase'
import { priced, type CartLine, type StoredLine } from './cart-line'
import { cartQuery } from './list-cart'

/** Reads the cart of a guest into the cache, for a page that will show it stands. Rejects as reads do. */
export async function readCart(data: DataContextValue): Promise<void> {
  const id = data.backend.guest.id()
  if (id) await ensureQuery(data, cartQuery({ kind: 'guest', id }))
}

/** The guest's cart as it was read, or null when it was not. @param factor the setting `pricing.factor` */
export function knownCart({ backend, queryClient }: DataContextValue, factor: number): CartLine[] | null {
  const id = backend.guest.id()
  const lines = id ? queryClient.getQueryData<StoredLine[]>(cartQuery({ kind: 'guest', id }).key) : undefined
  return lines?.map((line) => priced(line, factor)) ?? null
}
