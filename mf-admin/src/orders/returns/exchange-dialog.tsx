import { counted, formatPence } from '@shop/pricing'
import { useAppQuery } from '@shop/supabase'
import { chakra, Loading, Skeleton, SummaryRow, Text, useAnnounce, useToast } from '@shop/ui'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { useChargedPrice } from '../../kit/charged-price'
import { unitName, type StockUnit } from '../../catalogue/stock/stock-unit'
import { errorWords } from '../../kit/error-words'
import { wholeNumber } from '../../kit/field-rules'
import { NumberField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { UnitFinder } from '../unit-finder'
import { useRefundMutation } from '../refunds/use-refund-mutation'
import { exchangeQuoteQuery, exchangeReturn, type ExchangeQuote, type Replacement } from './exchanges'
import type { OfficeReturn } from './office-returns'
import { ReturnLines } from './return-lines'

const Choice = chakra('div', {
  base: {
    display: 'grid',
    gap: '.25rem 1.25rem',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 7rem' },
    alignItems: 'end',
    paddingBlock: '.9rem',
    borderTop: '1px solid {colors.line}',
  },
})

/** The figures of what is chosen, or was before while they are asked for. */
interface ShownQuote {
  data?: ExchangeQuote
  isPlaceholderData: boolean
  error: Error | null
}

interface DialogProps {
  sent: OfficeReturn
  onClose: () => void
}

/** Sends a replacement for what has arrived of a return. */
export function ExchangeDialog(props: DialogProps) {
  const { data: offer, error } = useAppQuery(exchangeQuoteQuery(props.sent.id, []))
  if (offer) return <ExchangeForm {...props} offered={offer.choices} />
  if (error)
    return <Text color="danger">{errorWords(error, 'What there is to exchange could not be loaded.')}</Text>
  return (
    <Loading label="Loading what there is to exchange">
      <Skeleton height="4rem" />
    </Loading>
  )
}

const waits = (quote: ExchangeQuote | undefined) =>
  quote !== undefined && !quote.takesPayment && quote.totalPence > quote.returnedPence

const schemaFor = (choices: ExchangeQuote['choices']) =>
  v.pipe(
    v.object({
      quantities: v.tuple(
        choices.map(({ available }) => wholeNumber('Enter how many are sent.', { max: available })),
      ),
    }),
    v.forward(
      v.check(({ quantities }) => quantities.some((quantity) => quantity > 0), 'Choose what replaces it.'),
      ['quantities', 0],
    ),
  )

function ExchangeForm({ sent, offered, onClose }: DialogProps & { offered: ExchangeQuote['choices'] }) {
  const toast = useToast()
  const announce = useAnnounce()
  const priceOf = useChargedPrice()
  const [added, setAdded] = useState<ExchangeQuote['choices']>([])
  const choices = [...offered, ...added]
  // One dialog is one exchange, however often it is sent.
  const [refundId] = useState(() => crypto.randomUUID())
  const exchange = useRefundMutation(exchangeReturn)
  const schema = schemaFor(choices)
  const linesOf = (quantities: readonly number[]): Replacement[] =>
    choices.flatMap(({ productId, variantId }, index) => {
      const quantity = quantities[index] ?? 0
      return quantity > 0 ? [{ productId, variantId, quantity }] : []
    })
  const form = useKitForm<v.InferInput<typeof schema>, v.InferOutput<typeof schema>, string | null>(schema, {
    defaultValues: { quantities: choices.map(() => '0') },
    onSubmit: ({ quantities }) => {
      if (!quote.data || quote.isPlaceholderData) throw new Error('The total is not here yet.')
      return exchange.mutateAsync({
        id: sent.id,
        refundId,
        lines: linesOf(quantities),
        totalPence: quote.data.totalPence,
      })
    },
    onSaved: (number) => {
      const description =
        number === null
          ? 'The customer gets an email with a link to pay the difference. The replacement is ordered once it is paid.'
          : `The replacement is order ${number}.`
      toast({ title: 'Success', description, status: 'success' })
      onClose()
    },
    failure: 'Failed to exchange the return. Please try again.',
  })
  const add = (unit: StockUnit) => {
    announce(`${unitName(unit)} added`)
    const known = choices.findIndex(
      ({ productId, variantId }) => productId === unit.productId && variantId === unit.variantId,
    )
    const index = known === -1 ? choices.length : known
    if (known === -1) {
      const { productId, variantId, stock: available } = unit
      const pence = priceOf(unit.pricePence).withVat
      setAdded([...added, { productId, variantId, name: unitName(unit), pence, available }])
    }
    const quantity = Number(form.getValues(`quantities.${index}`)) || 0
    form.setValue(`quantities.${index}`, String(quantity + 1), { shouldDirty: true })
  }
  const chosen = v.safeParse(schema, useWatch({ control: form.control }))
  const quote: ShownQuote = useAppQuery(
    chosen.success ? exchangeQuoteQuery(sent.id, linesOf(chosen.output.quantities)) : null,
    { keepPrevious: true },
  )
  return (
    <FormDialog
      form={form}
      placement="wide"
      title={`Exchange the return for ${sent.orderNumber}`}
      description="The replacement is an order of its own, delivered free. What came back pays for it."
      submitLabel={waits(quote.data) ? 'Send Payment Link' : 'Send replacement'}
      submitDisabled={chosen.success && (!quote.data || quote.isPlaceholderData)}
      onClose={onClose}
    >
      <ReturnLines lines={sent.lines.filter(({ received }) => (received ?? 0) > 0)} />
      {choices.length === 0 && (
        <Text color={form.formState.isSubmitted ? 'danger' : 'muted'}>
          What came back is not sold any more. Choose what replaces it.
        </Text>
      )}
      <div>
        {choices.map(({ productId, variantId, name, pence, available }, index) => (
          <Choice key={`${productId} ${variantId ?? ''}`} role="group" aria-label={`Send ${name}`}>
            <div>
              <Text fontWeight={520} overflowWrap="anywhere">
                {name}
              </Text>
              <Text textStyle="small" color="muted">
                {`${formatPence(pence)} with VAT, ${available === 0 ? 'sold out' : `${counted(available, 'piece')} in stock`}`}
              </Text>
            </div>
            <NumberField
              {...form.field(`quantities.${index}`)}
              label="Pieces"
              min={0}
              max={available}
              disabled={available === 0}
            />
          </Choice>
        ))}
      </div>
      <UnitFinder label="Send another product" onAdd={add} />
      {chosen.success ? (
        <Settlement quote={quote.data} isOutdated={quote.isPlaceholderData} error={quote.error} />
      ) : (
        <Text color="muted">Choose what replaces it to see the difference.</Text>
      )}
    </FormDialog>
  )
}

interface SettlementProps {
  /** Undefined while it is asked for. */
  quote: ExchangeQuote | undefined
  isOutdated: boolean
  error: Error | null
}

/** What came back, what the replacement costs, and what becomes of the difference. */
function Settlement({ quote, isOutdated, error }: SettlementProps) {
  if (error) return <Text color="danger">{errorWords(error, 'The difference could not be worked out.')}</Text>
  const money = (pence: number) => formatPence(pence, quote?.currency)
  const difference = quote ? quote.totalPence - quote.returnedPence : 0
  return (
    <chakra.dl
      display="grid"
      gap=".4rem"
      opacity={isOutdated ? 0.6 : 1}
      aria-live="polite"
      aria-busy={isOutdated}
    >
      <SummaryRow label="Value of what came back" value={quote ? money(quote.returnedPence) : '…'} />
      {quote && quote.discountPence > 0 && (
        <SummaryRow label="Discount, as in the order" value={`−${money(quote.discountPence)}`} />
      )}
      <SummaryRow label="Replacement" value={quote ? money(quote.totalPence) : '…'} />
      <SummaryRow
        label={
          <strong>
            {difference > 0
              ? waits(quote)
                ? 'Paid by the customer by a link'
                : 'Taken from the customer (simulated)'
              : difference < 0
                ? 'Refunded to the means that paid'
                : 'Nothing to settle'}
          </strong>
        }
        value={<strong>{quote ? money(Math.abs(difference)) : '…'}</strong>}
      />
    </chakra.dl>
  )
}
