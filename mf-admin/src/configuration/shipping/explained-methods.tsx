import type { ShippingExplanation } from '@shop/pricing/explain-shipping'
import { Badge, chakra, Disclosure, Rule as Line, Text } from '@shop/ui'
import { baseWords, effectWords, exactPounds, priceWords, roundedFrom, zoneWords } from './explain-words'
import { pricedTerms, type OfficeShipping } from './office-shipping'
import { unsavedId } from './trial'

const Summary = chakra('span', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '.2rem 1rem', flex: '1', justifyContent: 'space-between' },
})
const Price = chakra('span', { base: { fontVariantNumeric: 'tabular-nums' } })
const Steps = chakra('ol', { base: { display: 'grid', gap: '.5rem' } })
const Step = chakra('li', {
  base: {
    display: 'grid',
    gap: '.1rem',
    paddingInlineStart: '.9rem',
    borderInlineStart: '2px solid {colors.line}',
    overflowWrap: 'anywhere',
    '&[data-applies]': { borderColor: 'accent' },
  },
})

interface ExplainedMethodsProps {
  explanation: ShippingExplanation
  /** What was explained, with the draft in its place. */
  shipping: OfficeShipping
  parcel: { subtotalPence: number; postcode: string; country: string }
  /** The prices without the draft, by method, where there is one. */
  before?: ReadonlyMap<string, string>
  /** The id of the record that is not saved. */
  draftId?: string
  /** Initially open. */
  open?: boolean
}

/** The zone of a parcel, and each method with its price and the way to it. */
export function ExplainedMethods(props: ExplainedMethodsProps) {
  const { explanation, shipping, parcel, before, draftId = unsavedId, open } = props
  const { methods, rules } = pricedTerms(shipping)
  const zone = shipping.zones.find(({ id }) => id === explanation.zone?.id)
  const sorted = [...rules].sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1))
  return (
    <div>
      <Text marginBottom=".75rem">{zoneWords(explanation.zone, shipping.zones, parcel.postcode)}</Text>
      {methods.length === 0 && <Text color="warning">No method is active, so nobody can check out.</Text>}
      <Line />
      {explanation.methods.map((explained) => {
        const method = shipping.methods.find(({ id }) => id === explained.method)
        if (!method) return null
        const price = priceWords(explained)
        const was = before?.get(method.id)
        const exact = roundedFrom(explained)
        return (
          <Disclosure
            key={method.id}
            open={open}
            title={
              <Summary>
                <span>{method.name}</span>
                <Price>
                  {was !== undefined && was !== price && (
                    <chakra.span color="muted" fontWeight={400}>
                      {was} before, now{' '}
                    </chakra.span>
                  )}
                  {price}
                </Price>
              </Summary>
            }
          >
            <Steps>
              {explained.base !== null && (
                <Step data-applies>
                  <span>Base price</span>
                  <Text textStyle="small">
                    {baseWords(method, zone)}: {exactPounds(explained.base)}
                  </Text>
                </Step>
              )}
              {explained.base !== null &&
                sorted.map(({ id }) => {
                  const rule = shipping.rules.find((each) => each.id === id)
                  const effect = explained.rules.find((each) => each.id === id)
                  if (!rule) return null
                  return (
                    <Step key={id} data-applies={effect?.unmet.length === 0 || undefined}>
                      <span>
                        {rule.name} {id === draftId && <Badge status="info">Not saved</Badge>}
                      </span>
                      <Text textStyle="small" color={effect?.unmet.length === 0 ? undefined : 'muted'}>
                        {effectWords(rule, effect, parcel)}
                      </Text>
                    </Step>
                  )
                })}
              {exact && (
                <Step data-applies>
                  <span>Rounding</span>
                  <Text textStyle="small">
                    {exact} is rounded to {price}
                  </Text>
                </Step>
              )}
            </Steps>
          </Disclosure>
        )
      })}
    </div>
  )
}
