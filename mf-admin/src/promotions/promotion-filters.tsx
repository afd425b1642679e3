import * as v from 'valibot'
import { FilterSelect } from '../kit/filter-select'
import { FilterBar, FilterChips, SearchField, type FilterChip } from '../kit/filters'
import { choiceParam, pageParam, textParam } from '../kit/url-state'
import { stateLabels, states } from './promotion-states'

/** Filters and page of the promotions, in the URL. */
export const promotionListParams = v.object({
  q: textParam(40),
  state: choiceParam(['', ...states], ''),
  page: pageParam(),
})

type State = v.InferOutput<typeof promotionListParams>

interface PromotionFiltersProps {
  state: State
  change: (values: Partial<State>, options?: { replace?: boolean }) => void
}

/** Search and filter above the promotions, and a chip for each that is set. */
export function PromotionFilters({ state, change }: PromotionFiltersProps) {
  const chips: FilterChip[] = [
    ...(state.q === '' ? [] : [{ id: 'q', label: `Code: ${state.q}`, onRemove: () => change({ q: '' }) }]),
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
          label="Search by code"
          value={state.q}
          onSearch={(q) => change({ q }, { replace: true })}
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
