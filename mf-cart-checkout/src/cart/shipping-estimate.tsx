import { checkPostcode, deliveryText, type Pence } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Box, Button, chakra, Field, Heading, Input, Text } from '@shop/ui'
import { useState, type FormEvent } from 'react'
import { costs } from '../order/total-rows'
import { shippingQuery } from '../shipping/list-shipping'
import { quotes } from '../shipping/quotes'
import { zoneMessage } from '../shipping/zone-message'

/** The price of each shipping method to a postcode. */
export function ShippingEstimate({ subtotalPence }: { subtotalPence: Pence }) {
  const { shipping, delivery } = useSettings()
  const [typed, setTyped] = useState('')
  const [estimatedPostcode, setEstimatedPostcode] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const {
    data: terms,
    error,
    isFetching,
    refetch,
  } = useAppQuery(estimatedPostcode === null ? null : shippingQuery())

  const estimate = (event: FormEvent) => {
    event.preventDefault()
    const checked = checkPostcode(typed)
    setProblem(checked.ok ? undefined : checked.message)
    setEstimatedPostcode(checked.ok ? checked.normalised : null)
    if (checked.ok) setTyped(checked.normalised)
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
              value={typed}
              autoComplete="shipping postal-code"
              maxLength={12}
              onChange={(event) => {
                setTyped(event.currentTarget.value)
              }}
              onBlur={() => {
                setTyped((now) => {
                  const checked = checkPostcode(now)
                  return checked.ok ? checked.normalised : now
                })
              }}
            />
          </Field>
          <Box paddingTop="1.625rem">
            <Button type="submit" variant="quiet" busy={estimatedPostcode !== null && !terms && isFetching}>
              Estimate
            </Button>
          </Box>
        </Box>
      </form>
      <Box aria-live="polite" css={{ '&:empty': { marginTop: '-1.25rem' } }}>
        {estimatedPostcode !== null && error && (
          <p>
            The prices could not be loaded.{' '}
            <Button variant="text" onClick={() => void refetch()}>
              Try again
            </Button>
          </p>
        )}
        {estimatedPostcode !== null && terms && (
          <Text textStyle="small" color="inkSoft" marginBottom=".75rem">
            {zoneMessage(terms, estimatedPostcode, shipping.unmatchedZone, delivery.coverage)}
          </Text>
        )}
        {estimatedPostcode !== null && terms && (
          <chakra.dl display="grid" gap=".5rem" textStyle="small">
            {quotes(terms, subtotalPence, estimatedPostcode, shipping.unmatchedZone, delivery.coverage).map(
              ({ method, available, pence }) => (
                <Box key={method.id} display="flex" justifyContent="space-between" gap="1rem">
                  <dt>{`${method.name}, ${deliveryText(method)}`}</dt>
                  <chakra.dd fontVariantNumeric="tabular-nums">
                    {available ? costs(pence) : 'Not available here'}
                  </chakra.dd>
                </Box>
              ),
            )}
          </chakra.dl>
        )}
      </Box>
    </Box>
  )
}
