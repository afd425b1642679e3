import { cachedCart, type CartLine } from '@shop/cart'
import { useSettings } from '@shop/settings'
import { useDataContext } from '@shop/supabase'

/** The guest's cart as the server read it for a page without scripts. */
export function useGuestCart(): CartLine[] {
  const { pricing } = useSettings()
  return cachedCart(useDataContext(), pricing.factor) ?? []
}
