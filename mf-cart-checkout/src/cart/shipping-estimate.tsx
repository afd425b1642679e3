import { checkPostcode, deliveryText } from '@shop/pricing'
import { Box, Button, chakra, Field, Heading, Input, Text } from '@shop/ui'
import { useState, type FormEvent } from 'react'
import { costs } from '../order/total-rows'
import type { CartDelivery } from './use-cart-delivery'

/** The price of each delivery option to a postcode, which the checkout then knows. */
export function ShippingEstimate({ delivery }: { delivery: CartDelivery }) {
  const { postcode, setPostcode, choices, zone, failed } = delivery
  // Null until something is typed: the stored postcode comes after the first render.
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const shown = typed ?? postcode
  const isAsked = postcode !== '' && problem === undefined

  const estimate = (event: FormEvent) => {
    event.preventDefault()
    const checked = checkPostcode(shown)
    setProblem(checked.ok ? undefined : checked.message)
    if (!checked.ok) return
    setPostcode(checked.normalised)
    setTyped(checked.normalised)
  }
  return (
    <Box
      border="1px solid {colors.line}"
      borderRadius="panel"
      padding="clamp(1.25rem, 2.4vw, 2.25rem)"
      display="flex"
      flexDirection="column"
      gap="1.25rem"
    >
      <Heading level={2} look="h3">
        Shipping estimate
      </Heading>
      <form onSubmit={estimate} noValidate>
        <Box display="grid" gridTemplateColumns="minmax(0, 1fr) auto" gap=".75rem" alignItems="start">
          <Field label="Postcode" error={problem}>
            <Input
              value={shown}
              autoComplete="shipping postal-code"
              maxLength={12}
              onChange={(event) => {
                setTyped(event.currentTarget.value)
              }}
              onBlur={() => {
                const checked = checkPostcode(shown)
                if (checked.ok) setTyped(checked.normalised)
              }}
            />
          </Field>
          <Box paddingTop="1.625rem">
            <Button type="submit" variant="quiet" busy={delivery.loading}>
              Estimate
            </Button>
          </Box>
        </Box>
      </form>
      <Box aria-live="polite" css={{ '&:empty': { marginTop: '-1.25rem' } }}>
        {isAsked && failed && (
          <p>
            We couldn’t load the delivery prices.{' '}
            <Button variant="text" onClick={delivery.onRetry}>
              Try again
            </Button>
          </p>
        )}
        {isAsked && zone !== '' && (
          <Text textStyle="small" color="inkSoft" marginBottom=".75rem">
            {zone}
          </Text>
        )}
        {isAsked && choices.length > 0 && (
          <chakra.dl display="grid" gap=".5rem" textStyle="small">
            {choices.map(({ method, available, pence }) => (
              <Box key={method.id} display="flex" justifyContent="space-between" gap="1rem">
                <dt>{`${method.name}, ${deliveryText(method)}`}</dt>
                <chakra.dd fontVariantNumeric="tabular-nums">
                  {available ? costs(pence) : 'Not available here'}
                </chakra.dd>
              </Box>
            ))}
          </chakra.dl>
        )}
      </Box>
    </Box>
  )
}
