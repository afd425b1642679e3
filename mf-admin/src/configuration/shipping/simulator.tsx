import { formatPence, linePence } from '@shop/pricing'
import { explainShipping } from '@shop/pricing/explain-shipping'
import { useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Box, chakra, IconButton, Panel, QuantityInput, Text } from '@shop/ui'
import X from 'lucide-react/icons/x'
import { UnitSearch } from '../../catalogue/labels/unit-search'
import { unitName } from '../../catalogue/stock/stock-unit'
import { explanationQuery, sameExplanation } from './explain-query'
import { ExplainedMethods } from './explained-methods'
import { pricedTerms, type OfficeShipping } from './office-shipping'
import { parcelOf, type Trial } from './trial'
import { TrialFields } from './trial-fields'

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '1.5rem',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 6fr)' },
  },
})
const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto auto',
    gap: '.5rem .75rem',
    alignItems: 'center',
    paddingBlock: '.5rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

/** What a cart would pay for delivery by what is saved, and why. */
export function Simulator({ shipping, trial }: { shipping: OfficeShipping; trial: Trial }) {
  return (
    <Columns>
      <Panel title="The order">
        <Box display="grid" gap="1.25rem">
          <TrialFields trial={trial} shipping={shipping} />
          <Basket trial={trial} />
        </Box>
      </Panel>
      <Panel title="What delivery costs">
        <div aria-live="polite">
          <Outcome shipping={shipping} trial={trial} />
        </div>
      </Panel>
    </Columns>
  )
}

/** The products that are tried, in place of an amount. */
function Basket({ trial }: { trial: Trial }) {
  const { factor } = useSettings().pricing
  const setLines = (lines: Trial['lines']) => trial.change({ lines })
  return (
    <Box display="grid" gap="1rem">
      <UnitSearch
        chosen={new Set(trial.lines.map(({ unit }) => unit.id))}
        onAdd={(unit) => setLines([...trial.lines, { unit, quantity: 1 }])}
      />
      {trial.lines.length > 0 && (
        <ul aria-label="Basket">
          {trial.lines.map(({ unit, quantity }) => (
            <Line key={unit.id}>
              <Box minWidth="0">
                <Text overflowWrap="anywhere">{unitName(unit)}</Text>
                <Text textStyle="micro" color="muted">
                  {formatPence(linePence(unit.pricePence, quantity, 'checkout', factor))}
                </Text>
              </Box>
              <QuantityInput
                label={`Quantity of ${unitName(unit)}`}
                value={quantity}
                onChange={(next) =>
                  setLines(
                    trial.lines.map((each) => (each.unit.id === unit.id ? { unit, quantity: next } : each)),
                  )
                }
              />
              <IconButton
                label={`Remove ${unitName(unit)}`}
                icon={X}
                onClick={() => setLines(trial.lines.filter((each) => each.unit.id !== unit.id))}
              />
            </Line>
          ))}
        </ul>
      )}
    </Box>
  )
}

function Outcome({ shipping, trial }: { shipping: OfficeShipping; trial: Trial }) {
  const settings = useSettings()
  const parcel = parcelOf(trial, settings.pricing.factor)
  const isSound = parcel.problem === undefined
  const { data: charged } = useAppQuery(isSound ? explanationQuery(parcel) : null)
  if (!isSound) return <Text color="danger">{parcel.problem}</Text>
  const explanation = explainShipping(parcel, {
    ...pricedTerms(shipping),
    unmatched: settings.shipping.unmatchedZone,
    coverage: settings.delivery.coverage,
  })
  const agrees = charged && sameExplanation(charged, explanation)
  return (
    <>
      <ExplainedMethods explanation={explanation} shipping={shipping} parcel={parcel} open />
      <Text
        textStyle="small"
        color={agrees === false ? 'danger' : 'muted'}
        marginTop="1rem"
        minHeight="1.5em"
      >
        {agrees && 'The checkout comes to the same prices.'}
        {agrees === false &&
          'The checkout comes to other prices. Reload this page: delivery was changed meanwhile.'}
      </Text>
    </>
  )
}
