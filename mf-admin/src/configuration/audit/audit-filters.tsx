import { chakra, Input, NativeSelect } from '@shop/ui'
import * as v from 'valibot'
import { FilterBar, FilterChips, FilterDisclosure, type FilterChip } from '../../kit/filters'
import { formatDay } from '../../kit/dates'
import type { Person } from './audit-log'
import { subjects } from './subjects'

const day = v.optional(
  v.pipe(
    v.string(),
    v.check((text) => text === '' || (/^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)))),
  ),
  '',
)
const entry = v.optional(v.pipe(v.string(), v.regex(/^(\d{1,15})?$/)), '')

/** Filters and place of the log, in the URL. `before` and `after` are entries. */
export const auditParams = v.object({
  actor: v.optional(v.pipe(v.string(), v.regex(/^([0-9a-f-]{36})?$/i)), ''),
  subject: v.optional(v.pipe(v.string(), v.regex(/^[a-z_]{0,60}$/)), ''),
  from: day,
  to: day,
  before: entry,
  after: entry,
})

type State = v.InferOutput<typeof auditParams>

const Days = chakra('span', { base: { display: 'inline-flex', flexWrap: 'wrap', gap: '.6rem' } })
const Day = chakra('label', {
  base: { display: 'inline-flex', alignItems: 'center', gap: '.5rem', '& > input': { width: '9.5rem' } },
})

const choices = Object.entries(subjects).sort(([, { label: a }], [, { label: b }]) => a.localeCompare(b))

interface AuditFiltersProps {
  state: State
  change: (values: Partial<State>) => void
  people: readonly Person[] | undefined
}

/** Person, subject and days above the log, and a chip for each that is set. */
export function AuditFilters({ state, change, people }: AuditFiltersProps) {
  // Another filter starts at its newest entries.
  const filter = (values: Partial<State>) => change({ ...values, before: '', after: '' })
  const chip = (id: 'actor' | 'subject' | 'from' | 'to', label: () => string): FilterChip[] =>
    state[id] === '' ? [] : [{ id, label: label(), onRemove: () => filter({ [id]: '' }) }]
  const nameOf = (id: string) => people?.find(({ userId }) => userId === id)?.name ?? 'Staff'
  return (
    <>
      <FilterBar>
        <FilterDisclosure>
          <NativeSelect
            aria-label="Person"
            value={state.actor}
            onChange={({ target }) => filter({ actor: target.value })}
          >
            <option value="">Everybody</option>
            {people?.map(({ userId, name, isActive }) => (
              <option key={userId} value={userId}>
                {isActive ? name : `${name} (former)`}
              </option>
            ))}
          </NativeSelect>
          <NativeSelect
            aria-label="Subject"
            value={state.subject}
            onChange={({ target }) => filter({ subject: target.value })}
          >
            <option value="">Everything</option>
            {choices.map(([table, { label }]) => (
              <option key={table} value={table}>
                {label}
              </option>
            ))}
          </NativeSelect>
          <Days>
            <Day>
              From
              <Input
                type="date"
                value={state.from}
                max={state.to || undefined}
                onChange={({ target }) => filter({ from: target.value })}
              />
            </Day>
            <Day>
              To
              <Input
                type="date"
                value={state.to}
                min={state.from || undefined}
                onChange={({ target }) => filter({ to: target.value })}
              />
            </Day>
          </Days>
        </FilterDisclosure>
      </FilterBar>
      <FilterChips
        chips={[
          ...chip('actor', () => `Person: ${nameOf(state.actor)}`),
          ...chip('subject', () => `Subject: ${subjects[state.subject]?.label ?? state.subject}`),
          ...chip('from', () => `From ${formatDay(state.from)}`),
          ...chip('to', () => `To ${formatDay(state.to)}`),
        ]}
        onClear={() => filter({ actor: '', subject: '', from: '', to: '' })}
      />
    </>
  )
}
