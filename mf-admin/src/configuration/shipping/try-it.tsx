import { explainShipping } from '@shop/pricing/explain-shipping'
import { useSettings } from '@shop/settings'
import { Box, Disclosure, Text } from '@shop/ui'
import { priceWords } from './explain-words'
import { ExplainedMethods } from './explained-methods'
import { pricedTerms, withDraft, type Draft, type OfficeShipping } from './office-shipping'
import { parcelOf, type Trial } from './trial'
import { TrialFields } from './trial-fields'

interface TryItProps {
  shipping: OfficeShipping
  /** What the form holds; undefined while it is not valid. */
  draft: Draft | undefined
  trial: Trial
}

/** What the prices would be if the form were saved. */
export function TryIt({ shipping, draft, trial }: TryItProps) {
  return (
    <Disclosure title="Try it">
      {/* Enter in these fields would otherwise save the form around them. */}
      <Box
        display="grid"
        gap="1.1rem"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
        }}
      >
        <TrialFields trial={trial} shipping={shipping} />
        <div aria-live="polite">
          {draft ? (
            <Effect shipping={shipping} draft={draft} trial={trial} />
          ) : (
            <Text color="muted">Correct the form to see its effect.</Text>
          )}
        </div>
      </Box>
    </Disclosure>
  )
}

function Effect({ shipping, draft, trial }: TryItProps & { draft: Draft }) {
  const settings = useSettings()
  const parcel = parcelOf(trial, settings.pricing.factor)
  if (parcel.problem !== undefined) return <Text color="danger">{parcel.problem}</Text>
  const explain = (given: OfficeShipping) =>
    explainShipping(parcel, {
      ...pricedTerms(given),
      unmatched: settings.shipping.unmatchedZone,
      coverage: settings.delivery.coverage,
    })
  const changed = withDraft(shipping, draft)
  const before = new Map(explain(shipping).methods.map((each) => [each.method, priceWords(each)]))
  return (
    <>
      {!draft.record.is_active && (
        <Text color="warning" marginBottom=".5rem">
          It is not active, so it changes nothing.
        </Text>
      )}
      <ExplainedMethods
        explanation={explain(changed)}
        shipping={changed}
        parcel={parcel}
        before={before}
        draftId={draft.record.id}
      />
    </>
  )
}
