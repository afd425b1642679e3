import { useActionData } from '@shop/router'
import { limits } from '@shop/forms/schema'
import { useSearchParams } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { BackendError } from '@shop/supabase'
import { Box, Button, ErrorState, Field, Grid, Input, PageHeader, Stack, Wrap } from '@shop/ui'
import { TrackingOutcome } from '../tracking/tracking-outcome'
import type { TrackingAnswer } from './track-order-action'

export { action } from './track-order-action'

/** The tracking page as the server draws it for browsers without scripts, with the answer to its form. */
export function Component() {
  const [search] = useSearchParams()
  const answer = useActionData<TrackingAnswer>()
  const number = search.get('order') ?? ''
  return <PlainTracking answer={answer ?? { typed: { number, contact: '' }, problems: {}, error: null }} />
}

function PlainTracking({ answer: { typed, problems, tracking, error } }: { answer: TrackingAnswer }) {
  const isSample = useSettings().tracking.mode === 'demo'
  const isLimited = error instanceof BackendError && error.hint === 'rate_limited'
  return (
    <Wrap paddingBottom="clamp(3rem, 7vw, 6rem)">
      <PageHead
        title="Track Your Order"
        description="See where your parcel is, with your order number and the email or postcode you ordered with."
        noindex
      />
      <PageHeader title="Track Your Order" text="See where your parcel is." />
      <Box maxWidth="46rem" display="grid" gap="clamp(1.75rem, 3vw, 3rem)">
        <form method="post" noValidate>
          <Stack gap="1.25rem">
            <Grid
              gap="1.25rem"
              gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
            >
              <Field
                label="Order number"
                required
                hint="It starts with AM."
                name="number"
                defaultValue={typed.number}
                error={problems.number}
              >
                <Input autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={40} />
              </Field>
              {!isSample && (
                <Field
                  label="Email or postcode"
                  required
                  hint="Either one, as given with the order."
                  name="contact"
                  defaultValue={typed.contact}
                  error={problems.contact}
                >
                  <Input
                    autoComplete="email"
                    autoCapitalize="none"
                    spellCheck={false}
                    maxLength={limits.email}
                  />
                </Field>
              )}
            </Grid>
            <Button type="submit" justifySelf="start" alignSelf="start">
              Track
            </Button>
          </Stack>
        </form>
        {error && !isLimited ? (
          <ErrorState
            title="Failed to fetch tracking information. Please try again later."
            text="Your order is safe."
          />
        ) : (
          <TrackingOutcome
            tracking={tracking}
            error={error}
            busy={false}
            sample={isSample}
            onRetry={() => undefined}
          />
        )}
      </Box>
    </Wrap>
  )
}
