import * as v from 'valibot'
import { FilterSelect } from '../kit/filter-select'
import { FilterBar, FilterChips, SearchField, type FilterChip } from '../kit/filters'
import { choiceParam, pageParam, textParam } from '../kit/url-state'
import { stateLabels, states } from './gift-card-states'

/** Filters and page of the gift cards, in the URL. */
export const giftCardListParams = v.object({
  q: textParam(40),
  state: choiceParam(['', ...states], ''),
  page: pageParam(),
})

type State = v.InferOutput<typeof giftCardListParams>

/**
 * What a text searches for: an order number as it is, else the last four signs of a code. A whole code is money, and the search
 * stands in the address and in the history of the browser.
 */
export function searchedText(text: string): string {
  const signs = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return /^AM\d{3}/.test(signs) ? text.trim().toUpperCase() : signs.slice(-4)
}

interface GiftCardFiltersProps {
  state: State
  change: (values: Partial<State>, options?: { replace?: boolean }) => void
}

/** Search and filter above the gift cards, and a chip for each that is set. */
export function GiftCardFilters({ state, change }: GiftCardFiltersProps) {
  const chips: FilterChip[] = [
    ...(state.q === '' ? [] : [{ id: 'q', label: `Search: ${state.q}`, onRemove: () => change({ q: '' }) }]),
    ...(state.state === ''
      ? []
      : [
          { id: 'state', label: `State: ${stateLabels[state.state]}`, onRemove: () => change({ state: '' }) },
        ]),
  ]
  return (
    <>
      <FilterBar>
        <SearchField
          label="Last four characters or order number"
          value={state.q}
          onSearch={(text) => change({ q: searchedText(text) }, { replace: true })}
          maxLength={40}
        />
        <FilterSelect
          label="State"
          value={state.state}
          labels={{ '': 'Any state', ...stateLabels }}
          onChoose={(chosen) => change({ state: chosen })}
        />
      </FilterBar>
      <FilterChips chips={chips} onClear={() => change({ q: '', state: '' })} />
    </>
  )
}
