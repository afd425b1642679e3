import { chakra, Checkbox, Input, NativeSelect } from '@shop/ui'
import { FilterSelect } from '../kit/filter-select'
import { FilterBar, FilterChips, SearchField, type FilterChip } from '../kit/filters'
import { noFilter, type OrderListState } from './order-list-state'
import { paymentLabels, statusLabels } from './order-statuses'

type Change = (values: Partial<OrderListState>, options?: { replace?: boolean }) => void

interface OrderFiltersProps {
  state: OrderListState
  change: Change
  /** Countries that orders went to, as two letters. */
  countries: readonly string[]
}

const regions = new Intl.DisplayNames('en-GB', { type: 'region' })

const Period = chakra('span', {
  base: {
    display: 'inline-flex',
    flexWrap: 'wrap',
    gap: '.6rem',
    '@media (max-width: 899.98px)': { flex: '1 1 100%' },
  },
})

const Day = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '.5rem',
    color: 'muted',
    '& input': { width: '9.5rem' },
    '@media (max-width: 899.98px)': { flex: '1 1 11rem', '& input': { width: '100%' } },
  },
})

/** Search and filters above the order list, and a chip for each that is set. */
export function OrderFilters({ state, change, countries }: OrderFiltersProps) {
  const hasCountries = countries.length > 1 || state.country !== ''
  return (
    <>
      <FilterBar>
        <SearchField
          label="Search by order number or customer email"
          value={state.q}
          onSearch={(q) => change({ q }, { replace: true })}
          maxLength={200}
        />
        <FilterSelect
          label="Payment status"
          value={state.payment}
          labels={{ '': 'All Orders', ...paymentLabels }}
          onChoose={(chosen) => change({ payment: chosen })}
        />
        <FilterSelect
          label="Order status"
          value={state.status}
          labels={{ '': 'Any order status', ...statusLabels }}
          onChoose={(chosen) => change({ status: chosen })}
        />
        {hasCountries && (
          <NativeSelect
            aria-label="Country"
            value={state.country}
            onChange={({ target }) => change({ country: target.value })}
          >
            <option value="">Any country</option>
            {[...new Set([...countries, ...(state.country ? [state.country] : [])])].map((country) => (
              <option key={country} value={country}>
                {regions.of(country)}
              </option>
            ))}
          </NativeSelect>
        )}
        <Period>
          <Day>
            From
            <Input
              type="date"
              value={state.from}
              max={state.to || undefined}
              onChange={({ target }) => change({ from: target.value })}
            />
          </Day>
          <Day>
            To
            <Input
              type="date"
              value={state.to}
              min={state.from || undefined}
              onChange={({ target }) => change({ to: target.value })}
            />
          </Day>
        </Period>
        <chakra.span display="inline-flex" flexWrap="wrap" columnGap="1.2rem">
          <Checkbox
            label="Unshipped"
            checked={state.unshipped}
            onChange={({ target }) => change({ unshipped: target.checked })}
          />
          <Checkbox
            label="Paid with a gift card"
            checked={state.gift_card}
            onChange={({ target }) => change({ gift_card: target.checked })}
          />
        </chakra.span>
      </FilterBar>
      <FilterChips chips={chipsOf(state, change)} onClear={() => change(noFilter)} />
    </>
  )
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const dayText = (iso: string) => day.format(new Date(iso))

function chipsOf(state: OrderListState, change: Change): FilterChip[] {
  const chip = (id: keyof typeof noFilter, label: string | false): FilterChip[] =>
    label === false ? [] : [{ id, label, onRemove: () => change({ [id]: noFilter[id] }) }]
  return [
    ...chip('q', state.q !== '' && `Search: ${state.q}`),
    ...chip('payment', state.payment !== '' && `Payment: ${paymentLabels[state.payment]}`),
    ...chip('status', state.status !== '' && `Order status: ${statusLabels[state.status]}`),
    ...chip('country', state.country !== '' && `Country: ${regions.of(state.country) ?? state.country}`),
    ...chip('from', state.from !== '' && `From ${dayText(state.from)}`),
    ...chip('to', state.to !== '' && `To ${dayText(state.to)}`),
    ...chip('unshipped', state.unshipped === true && 'Unshipped'),
    ...chip('gift_card', state.gift_card === true && 'Paid with a gift card'),
  ]
}
