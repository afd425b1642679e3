import { shippingQuery } from '@shop/cart/shipping-terms'
import { checkPostcode, type Pence } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { useStored } from '@shop/state'
import { useAppQuery } from '@shop/supabase'
import { quotes } from '../shipping/quotes'
import { zoneMessage } from '../shipping/zone-message'
import { deliveryTo } from './delivery-to'

/**
 * What delivery of the cart costs, as far as that is known: by the postcode entered here or in the checkout, and by the
 * method chosen there.
 */
export function useCartDelivery(subtotalPence: Pence) {
  const { shipping, delivery } = useSettings()
  const [{ postalCode = '', method: methodId = '' }, setTo] = useStored(deliveryTo)
  const { ok, normalised } = checkPostcode(postalCode)
  const postcode = ok ? normalised : ''
  const isKnown = postcode !== '' || methodId !== ''
  const { data: terms, error, isFetching, refetch } = useAppQuery(isKnown ? shippingQuery() : null)
  const choices =
    isKnown && terms ? quotes(terms, subtotalPence, postcode, shipping.unmatchedZone, delivery.coverage) : []
  const available = choices.filter((choice) => choice.available)
  return {
    postcode,
    setPostcode: (typed: string) => {
      setTo((now) => ({ ...now, postalCode: typed }))
    },
    /** The method chosen in the checkout, else Standard, which is the first; undefined while nothing is known. */
    chosen: available.find(({ method }) => method.id === methodId) ?? available[0],
    choices,
    zone: terms && postcode ? zoneMessage(terms, postcode, shipping.unmatchedZone, delivery.coverage) : '',
    loading: isKnown && !terms && isFetching,
    failed: isKnown && error !== null,
    onRetry: () => void refetch(),
  }
}

export type CartDelivery = ReturnType<typeof useCartDelivery>
