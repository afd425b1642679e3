import type { CartLine } from '@shop/cart'
import { fallbackShippingPence, totals } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { shippingQuery } from '../shipping/list-shipping'
import { quotes } from '../shipping/quotes'
import { zoneMessage } from '../shipping/zone-message'

/** What the cart comes to before codes, and the ways of delivery; without a choice the first one that can be had counts. */
export function usePlainTotal(lines: readonly CartLine[], postcode: string, method: string) {
  const settings = useSettings()
  const { shipping, delivery } = settings
  const { data: terms } = useAppQuery(shippingQuery())
  const subtotalPence = lines.reduce((sum, { linePence }) => sum + linePence, 0)
  const choices = terms
    ? quotes(terms, subtotalPence, postcode, shipping.unmatchedZone, delivery.coverage)
    : []
  const available = choices.filter((choice) => choice.available)
  const chosen = available.find((choice) => choice.method.id === method) ?? available[0]
  return {
    choices,
    chosen,
    zone: terms ? zoneMessage(terms, postcode, shipping.unmatchedZone, delivery.coverage) : '',
    totals: totals({
      subtotalPence,
      shippingPence: chosen ? chosen.pence : fallbackShippingPence(subtotalPence, settings),
    }),
  }
}
