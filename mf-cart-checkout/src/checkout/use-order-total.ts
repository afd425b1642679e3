import { useCart } from '@shop/cart'
import { shippingQuery } from '@shop/cart/shipping-terms'
import { fallbackShippingPence, type OfferedPromotion } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { cardShare, type GiftCard } from '../deductions/gift-card'
import { useBestForCart } from '../deductions/best-for-cart'
import { quotes } from '../shipping/quotes'
import { zoneMessage } from '../shipping/zone-message'
import type { CheckoutFields } from './checkout-form'
import type { Codes } from './start-checkout'

/** What the cart comes to with the delivery chosen and the codes entered, and how it can be sent. */
export function useOrderTotal(
  { postalCode, method }: CheckoutFields,
  { code, card }: { code: OfferedPromotion | null; card: GiftCard | null },
) {
  const cart = useCart()
  const { subtotalPence } = cart
  const settings = useSettings()
  const { shipping, delivery, payment } = settings
  const { data: terms, error, refetch } = useAppQuery(shippingQuery())
  const choices = terms
    ? quotes(terms, subtotalPence, postalCode, shipping.unmatchedZone, delivery.coverage)
    : []
  // Without a choice the first method applies, which is Standard.
  const chosen = choices.find((choice) => choice.available && (method === '' || choice.method.id === method))
  // A cart that has become too small for its code shows, and is charged, the total without it.
  const { totals: figures, used } = useBestForCart(
    cart,
    chosen ? chosen.pence : fallbackShippingPence(subtotalPence, settings),
    code,
  )
  const cardPence = cardShare(card?.availablePence ?? 0, figures.totalPence, payment.provider)
  const codes: Codes = { promotion: used && used === code ? used.code : null, giftCard: card?.code ?? null }
  return {
    totals: figures,
    /** The promotion in it: the entered code or an automatic one. */
    used,
    /** What the gift card pays of it. */
    card: card && { hint: card.hint, pence: cardPence },
    /** What is left to pay. */
    duePence: figures.totalPence - cardPence,
    codes,
    /** The way of delivery that was chosen and can be had. */
    chosen,
    delivery: {
      choices,
      zone: terms ? zoneMessage(terms, postalCode, shipping.unmatchedZone, delivery.coverage) : '',
      loading: !terms && !error,
      failed: error !== null,
      onRetry: () => void refetch(),
    },
  }
}

export type OrderTotal = ReturnType<typeof useOrderTotal>
