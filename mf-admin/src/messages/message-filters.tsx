import { NativeSelect } from '@shop/ui'
import * as v from 'valibot'
import { FilterSelect } from '../kit/filter-select'
import { FilterBar, FilterChips, SearchField, type FilterChip } from '../kit/filters'
import { choiceParam, pageParam, textParam } from '../kit/url-state'
import { colleagueName, type Colleague } from '../staff/colleagues'
import { stateLabels, states } from './message-states'

/** Filters and page of the messages, in the URL. */
export const messageListParams = v.object({
  q: textParam(200),
  state: choiceParam(['', ...states], ''),
  assignee: v.optional(v.pipe(v.string(), v.regex(/^(none|[0-9a-f-]{36})?$/i)), ''),
  page: pageParam(),
})

type State = v.InferOutput<typeof messageListParams>
const noFilter = { q: '', state: '', assignee: '' } as const satisfies Partial<State>

interface MessageFiltersProps {
  state: State
  change: (values: Partial<State>, options?: { replace?: boolean }) => void
  colleagues: readonly Colleague[] | undefined
  /** The user who looks. */
  me: string
}

/** Search and filters above the messages, and a chip for each that is set. */
export function MessageFilters({ state, change, colleagues, me }: MessageFiltersProps) {
  const assigneeName = (id: string) =>
    id === 'none' ? 'Nobody' : id === me ? 'Me' : colleagueName(colleagues, id)
  const chip = (id: keyof typeof noFilter, label: string): FilterChip[] =>
    state[id] === '' ? [] : [{ id, label, onRemove: () => change({ [id]: '' }) }]
  return (
    <>
      <FilterBar>
        <SearchField
          label="Search by name, email or subject"
          value={state.q}
          onSearch={(q) => change({ q }, { replace: true })}
          maxLength={200}
        />
        <FilterSelect
          label="State"
          value={state.state}
          labels={{ '': 'Any state', ...stateLabels }}
          onChoose={(chosen) => change({ state: chosen })}
        />
        <NativeSelect
          aria-label="Assigned to"
          value={state.assignee}
          onChange={({ target }) => change({ assignee: target.value })}
        >
          <option value="">Anybody</option>
          <option value="none">Nobody</option>
          <option value={me}>Me</option>
          {colleagues
            ?.filter(({ userId, isActive }) => userId !== me && (isActive || userId === state.assignee))
            .map(({ userId, name }) => (
              <option key={userId} value={userId}>
                {name}
              </option>
            ))}
        </NativeSelect>
      </FilterBar>
      <FilterChips
        chips={[
          ...chip('q', `Search: ${state.q}`),
          ...chip('state', `State: ${state.state === '' ? '' : stateLabels[state.state]}`),
          ...chip('assignee', `Assigned to: ${assigneeName(state.assignee)}`),
        ]}
        onClear={() => change(noFilter)}
      />
    </>
  )
}
