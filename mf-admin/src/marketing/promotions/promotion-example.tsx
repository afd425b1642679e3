import { fallbackShippingPence, formatPence, orderTotals, toPence, type Pence } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { chakra, Field, Heading, Input, Text } from '@shop/ui'
import { useState } from 'react'
import { useWatch, type Control } from 'react-hook-form'
import { promotionOf } from './promotion-states'
import { readAmount, readPercent, type PromotionValues } from './promotion-values'

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

/** What the code in the form would do to a basket, as the checkout calculates it. */
export function PromotionExample({ control }: { control: Control<PromotionValues, unknown, unknown> }) {
  const settings = useSettings()
  const [kind, percent, amount, minimum] = useWatch({
    control,
    name: ['kind', 'percent', 'amount_pence', 'minimum_pence'],
  })
  const [basket, setBasket] = useState('100')
  const subtotalPence = readBasket(basket)
  const promotion = promotionOf({
    kind,
    percent: readPercent(percent) ?? null,
    amountPence: readAmount(amount) ?? null,
  })
  const shippingPence = fallbackShippingPence(subtotalPence ?? 0, settings)
  return (
    <Box aria-labelledby="promotion-example">
      <Heading level={3} look="h3" fontSize="1rem" id="promotion-example">
        Example
      </Heading>
      <Field
        label="Goods for"
        hint="In pounds, as the cart adds them up."
        error={subtotalPence === undefined ? 'Enter an amount, such as 100.' : undefined}
      >
        <Input
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          value={basket}
          onChange={({ target }) => setBasket(target.value)}
        />
      </Field>
      <div aria-live="polite">
        {promotion === null ? (
          <Text textStyle="small" color="muted">
            Enter what the code gives.
          </Text>
        ) : (
          subtotalPence !== undefined && (
            <Figures
              {...{ promotion, subtotalPence, shippingPence, minimumPence: readBasket(minimum) ?? 0 }}
            />
          )
        )}
      </div>
    </Box>
  )
}

interface FiguresProps {
  promotion: NonNullable<ReturnType<typeof promotionOf>>
  subtotalPence: Pence
  shippingPence: Pence
  minimumPence: Pence
}

function Figures({ promotion, subtotalPence, shippingPence, minimumPence }: FiguresProps) {
  const { vatRate } = useSettings().pricing
  const without = orderTotals({ subtotalPence, shippingPence, vatRate })
  const reduced = orderTotals({ subtotalPence, shippingPence, vatRate, promotion })
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
      {rejection && (
        <Text textStyle="small" fontWeight={540} marginBottom=".6rem">
          {rejection}
        </Text>
      )}
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
          {formatPence(without.totalPence)} without the code. Delivery is the estimate of the cart.
        </Text>
      )}
    </>
  )
}
