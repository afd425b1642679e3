import {
  fallbackShippingPence,
  formatPence,
  orderTotals,
  toPence,
  type Pence,
  type PromotionGift,
  type PromotionLine,
} from '@shop/pricing'
import { promotionText } from '@shop/pricing/promotion-text'
import { useSettings } from '@shop/settings'
import { chakra, Field, Grid, Heading, Input, Text } from '@shop/ui'
import { useState } from 'react'
import { useWatch, type Control } from 'react-hook-form'
import { scopeLabels } from './promotion-states'
import { giftIn, readPieces, type PromotionValues } from './promotion-values'

const Box = chakra('section', {
  base: {
    display: 'grid',
    gap: '.9rem',
    padding: '1.1rem',
    borderRadius: 'panel',
    background: 'sunken',
    position: { lg: 'sticky' },
    top: { lg: '0' },
  },
})

const Row = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '1rem',
    textStyle: 'small',
    '& > dd': { fontVariantNumeric: 'tabular-nums', textAlign: 'end' },
    '&[data-total]': { borderTop: '1px solid {colors.lineStrong}', paddingTop: '.5rem', fontWeight: 540 },
  },
})

const readBasket = (text: string): Pence | undefined =>
  /^\d{1,6}(\.\d{1,2})?$/.test(text.trim()) ? toPence(text.trim()) : undefined

/** What the promotion in the form does, in a sentence and for a basket, as the checkout calculates it. */
export function PromotionExample({ control }: { control: Control<PromotionValues, unknown, unknown> }) {
  const [kind, percent, amount_pence, buy_quantity, get_quantity, get_percent] = useWatch({
    control,
    name: ['kind', 'percent', 'amount_pence', 'buy_quantity', 'get_quantity', 'get_percent'],
  })
  const [scope, way, code, minimum] = useWatch({
    control,
    name: ['applies_to', 'is_automatic', 'code', 'minimum_pence'],
  })
  const [basket, setBasket] = useState('100')
  const [price, setPrice] = useState('40')
  const [pieces, setPieces] = useState<string>()
  const gift = giftIn({ kind, percent, amount_pence, buy_quantity, get_quantity, get_percent })
  const isByPiece = kind === 'buy_get'
  const shownPieces = pieces ?? (gift?.kind === 'buy_get' ? String(gift.buy + gift.get) : '3')
  const unitPence = readBasket(isByPiece ? price : basket)
  const quantity = isByPiece ? readPieces(shownPieces) : 1
  const minimumPence = readBasket(minimum) ?? 0
  return (
    <Box aria-labelledby="promotion-example">
      <Heading level={3} look="h3" fontSize="1rem" id="promotion-example">
        Example
      </Heading>
      {gift && (
        <Text textStyle="small">
          {giftInWords(gift, scope)}
          {way === 'true'
            ? ', without a code'
            : code.trim()
              ? `, with the code ${code.trim()}`
              : ', with a code'}
          {minimumPence > 0 && `, from a cart of ${formatPence(minimumPence)}`}.
        </Text>
      )}
      {isByPiece ? (
        <Grid gap=".6rem" gridTemplateColumns="repeat(2, minmax(0, 1fr))" alignItems="start">
          <AmountInput
            label="Price of each"
            value={price}
            isWrong={unitPence === undefined}
            onChange={setPrice}
          />
          <Field label="Pieces" error={quantity === undefined ? 'Enter 1 to 100.' : undefined}>
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={100}
              value={shownPieces}
              onChange={({ target }) => setPieces(target.value)}
            />
          </Field>
        </Grid>
      ) : (
        <AmountInput
          label={scope === 'order' ? 'Goods for' : `${scopeLabels[scope]} for`}
          hint="In pounds, as the cart adds them up."
          value={basket}
          isWrong={unitPence === undefined}
          onChange={setBasket}
        />
      )}
      <div aria-live="polite">
        {gift === null ? (
          <Text textStyle="small" color="muted">
            Enter what the promotion gives.
          </Text>
        ) : (
          unitPence !== undefined &&
          quantity !== undefined && (
            <Figures
              gift={gift}
              line={{ productId: '', categoryId: null, unitPence, quantity }}
              minimumPence={minimumPence}
            />
          )
        )}
      </div>
      <Text textStyle="micro" color="muted">
        An order has one promotion: the automatic one that saves most, or a code if that saves more.
      </Text>
    </Box>
  )
}

/** "10% off the whole order", "Buy 2, get 1 free of chosen products: of every 3 pieces the cheapest". */
function giftInWords(gift: PromotionGift, scope: PromotionValues['applies_to']): string {
  const words =
    scope === 'order'
      ? promotionText(gift) + (gift.kind === 'percent' || gift.kind === 'amount' ? ' the whole order' : '')
      : promotionText({
          ...gift,
          scope:
            scope === 'products'
              ? { appliesTo: scope, productIds: [] }
              : { appliesTo: scope, categoryIds: [] },
        })
  return gift.kind === 'buy_get'
    ? `${words}: the cheapest ${String(gift.get)} of every ${String(gift.buy + gift.get)} pieces`
    : words
}

interface AmountInputProps {
  label: string
  hint?: string
  value: string
  isWrong: boolean
  onChange: (text: string) => void
}

function AmountInput({ label, hint, value, isWrong, onChange }: AmountInputProps) {
  return (
    <Field label={label} hint={hint} error={isWrong ? 'Enter an amount, such as 100.' : undefined}>
      <Input
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

function Figures({
  gift,
  line,
  minimumPence,
}: {
  gift: PromotionGift
  line: PromotionLine
  minimumPence: Pence
}) {
  const settings = useSettings()
  const { vatRate } = settings.pricing
  const subtotalPence = line.unitPence * line.quantity
  const order = {
    subtotalPence,
    shippingPence: fallbackShippingPence(subtotalPence, settings),
    vatRate,
    lines: [line],
  }
  const without = orderTotals(order)
  const reduced = orderTotals({ ...order, promotion: gift })
  const rejection =
    subtotalPence < minimumPence
      ? `Refused: the cart is below ${formatPence(minimumPence)}.`
      : reduced.totalPence === without.totalPence
        ? 'Refused: it changes nothing for this cart.'
        : null
  const { discountPence = 0, ...charged } = rejection ? without : reduced
  const rows: [label: string, value: string][] = [
    ['Goods', formatPence(subtotalPence)],
    ...(discountPence > 0 ? [['Discount', `−${formatPence(discountPence)}`] as [string, string]] : []),
    ['VAT', formatPence(charged.vatPence)],
    ['Delivery', charged.shippingPence === 0 ? 'Free' : formatPence(charged.shippingPence)],
  ]
  return (
    <>
      <Text textStyle="small" fontWeight={540} marginBottom=".6rem">
        {rejection ??
          `${gift.kind === 'buy_get' ? `${String(line.quantity)} × ${formatPence(line.unitPence)}` : `Goods for ${formatPence(subtotalPence)}`}: the customer pays ${formatPence(subtotalPence - discountPence)}, and VAT and delivery.`}
      </Text>
      <chakra.dl display="grid" gap=".4rem">
        {rows.map(([label, value]) => (
          <Row key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Row>
        ))}
        <Row data-total>
          <dt>Total</dt>
          <dd>{formatPence(charged.totalPence)}</dd>
        </Row>
      </chakra.dl>
      {!rejection && (
        <Text textStyle="micro" color="muted" marginTop=".6rem">
          {formatPence(without.totalPence)} without the promotion. Delivery is the estimate of the cart.
        </Text>
      )}
    </>
  )
}
