import { formatPence, type Pence } from '@shop/pricing'
import { Text } from '@shop/ui'
import { useFormContext, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { optionalMoney } from '../../../kit/field-rules'
import { useChargedPrice } from '../../../kit/charged-price'

/** The pence of an amount as typed; null while it is blank or no amount. */
function penceOf(text: unknown): Pence | null {
  const parsed = v.safeParse(optionalMoney(), text)
  return parsed.success ? parsed.output : null
}

/** Says in a sentence what effect a compare price has. */
const compareWords = (price: Pence, compare: Pence) =>
  compare > price
    ? 'The compare price is shown as “was” once the product was on sale for it for 28 days.'
    : 'The compare price is not above the price, so shoppers never see it.'

/** What the prices in the form come to for shoppers. @param names of the two fields */
export function PriceNotes({ price, compare }: { price: string; compare: string }) {
  const { control } = useFormContext<Record<string, unknown>>()
  const [priceText, compareText] = useWatch({ control, name: [price, compare] })
  const charged = useChargedPrice()
  const [pence, comparePence] = [penceOf(priceText), penceOf(compareText)]
  if (pence === null) return null
  const { beforeVat, withVat } = charged(pence)
  return (
    <Text textStyle="small" color="muted">
      {`Shoppers pay ${formatPence(withVat)} (${formatPence(beforeVat)} before VAT).`}
      {comparePence !== null && ` ${compareWords(pence, comparePence)}`}
    </Text>
  )
}
