import { formatPence } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { chakra, Field, Input, NativeSelect } from '@shop/ui'
import { parseConditions } from '@shop/pricing/explain-shipping'
import type { OfficeShipping } from './office-shipping'
import { linesPence, type Trial } from './trial'

const Row = chakra('div', {
  base: {
    display: 'grid',
    gap: '.9rem 1.1rem',
    // Labels with and without a hint: the inputs stand in a line.
    alignItems: 'end',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 12.5rem), 1fr))',
  },
})

const countryNames = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' })
const common = ['GB', 'IE', 'FR', 'DE', 'NL', 'ES', 'IT', 'US']

/** The usual countries and those that rules name. */
function countriesOf({ rules }: OfficeShipping): string[] {
  const named = rules
    .flatMap(({ conditions }) => parseConditions(conditions).allowedCountries ?? [])
    .map((code) => code.toUpperCase())
    .filter((code) => /^[A-Z]{2}$/.test(code))
  return [...new Set([...common, ...named])]
}

/** The cart's amount and the address to try prices with. */
export function TrialFields({ trial, shipping }: { trial: Trial; shipping: OfficeShipping }) {
  const { factor } = useSettings().pricing
  const isBasket = trial.lines.length > 0
  return (
    <Row>
      <Field
        label="Order value (£)"
        hint={isBasket ? 'The products of the basket.' : 'Without VAT, as rules compare it.'}
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          readOnly={isBasket}
          value={isBasket ? formatPence(linesPence(trial.lines, factor)).replace('£', '') : trial.amount}
          onChange={({ target }) => trial.change({ amount: target.value })}
        />
      </Field>
      <Field label="Deliver to postcode">
        <Input
          autoComplete="off"
          maxLength={12}
          value={trial.postcode}
          onChange={({ target }) => trial.change({ postcode: target.value })}
        />
      </Field>
      <Field
        label="Country"
        {...(trial.country !== 'GB' && { hint: 'The checkout delivers within the UK only.' })}
      >
        <NativeSelect
          value={trial.country}
          onChange={({ target }) => trial.change({ country: target.value })}
        >
          {countriesOf(shipping).map((code) => (
            <option key={code} value={code}>
              {countryNames.of(code)}
            </option>
          ))}
        </NativeSelect>
      </Field>
    </Row>
  )
}
