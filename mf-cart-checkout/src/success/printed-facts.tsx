import { londonDay } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { chakra } from '@shop/ui'
import type { CheckoutSession } from '../checkout/checkout-session'

const OnPaper = chakra('div', { base: { display: 'none', '@media print': { display: 'block' } } })

/** What a printed confirmation names besides: the seller, and when the order was paid. */
export function PrintedFacts({ session }: { session: CheckoutSession }) {
  const { name, address, vatNumber } = useSettings().business
  return (
    <OnPaper>
      <p>{[name, address, vatNumber && `VAT number ${vatNumber}`].filter(Boolean).join(', ')}</p>
      {session.paidAt && <p>Paid on {londonDay(new Date(session.paidAt))}</p>}
    </OnPaper>
  )
}
