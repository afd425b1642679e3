import { formatPence, freeDeliveryProgress, type Pence } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { FreeDeliveryBar } from './free-delivery-bar'
import type { CartDelivery } from './use-cart-delivery'

interface FreeDeliveryProps {
  subtotalPence: Pence
  /** The delivery of the total, as far as it is known. */
  chosen: CartDelivery['chosen']
}

/** The amount missing for free delivery; hidden where no rule grants it, and replaced where the chosen delivery costs something. */
export function FreeDelivery({ subtotalPence, chosen }: FreeDeliveryProps) {
  const { freeDeliveryFrom, pricing } = useSettings()
  const progress = freeDeliveryProgress(subtotalPence, freeDeliveryFrom, pricing)
  if (!progress) return null
  return (
    <FreeDeliveryBar {...progress}>
      {progress.progress === 1 &&
        chosen?.pence &&
        `${chosen.method.name} delivery costs ${formatPence(chosen.pence)}.`}
    </FreeDeliveryBar>
  )
}
