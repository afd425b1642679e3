import { chakra, Checkbox, Input, NativeSelect } from '@shop/ui'
import type { ReactNode } from 'react'
import { formatDay } from './dates'
import { FilterBar, FilterChips, FilterDisclosure, SearchField, type FilterChip } from './filters'
import { useUrlState, type Entries } from './url-state'
import { useSearchKey } from './use-search-key'

/** The search of a list: its parameter is `q`. */
export interface ListSearch {
  label: string
  maxLength?: number
  /** What the chip calls it, such as 'Search'; without it there is none. */
  chip?: string
  /** What is searched for when a text was typed. */
  textOf?: (typed: string) => string
}

/** A filter of a list, by the names of its parameters: one of several choices, a box to tick, or a period. */
export type ListFilter<Name extends string = string> =
  | {
      name: Name
      label: string
      /** Each choice and what it is called, as they are listed; '' filters nothing. */
      options: Readonly<Record<string, string>>
      /** What the chip calls it, if not as its label. */
      chip?: string
    }
  | {
      name: Name
      label: string
      /** The value when it is ticked, if the parameter is not a flag. */
      ticked?: string
    }
  | { from: Name; to: Name }

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
    '@media (max-width: 899.98px)': {
      display: 'grid',
      gridTemplateColumns: '2.5rem minmax(0, 1fr)',
      gap: '0',
      flex: '1 1 11rem',
      '& input': { width: '100%' },
    },
  },
})

interface ListFiltersProps {
  params: { readonly entries: Entries }
  search?: ListSearch
  filters?: readonly ListFilter[]
  /** At the end of the line. */
  aside?: ReactNode
}

/** Search and filters above a list, and a chip for each that is set. */
export function ListFilters({ params, search, filters = [], aside }: ListFiltersProps) {
  const [state, change] = useUrlState(params)
  useSearchKey()
  const value = (name: string) => String(state[name] ?? '')
  const chip = (name: string, label: string): FilterChip => ({
    id: name,
    label,
    onRemove: () => change({ [name]: undefined }),
  })
  const chips: FilterChip[] = search?.chip && value('q') ? [chip('q', `${search.chip}: ${value('q')}`)] : []
  const bar: ReactNode[] = []
  const boxes: ReactNode[] = []
  for (const filter of filters) {
    if ('from' in filter) {
      const [from, to] = [value(filter.from), value(filter.to)]
      const day = (name: string, limits: { min?: string; max?: string }) => (
        <Input
          type="date"
          value={value(name)}
          {...limits}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      )
      bar.push(
        <Period key={filter.from}>
          <Day>From{day(filter.from, { max: to || undefined })}</Day>
          <Day>To{day(filter.to, { min: from || undefined })}</Day>
        </Period>,
      )
      if (from) chips.push(chip(filter.from, `From ${formatDay(from)}`))
      if (to) chips.push(chip(filter.to, `To ${formatDay(to)}`))
    } else if ('options' in filter) {
      const { name, label, options } = filter
      const chosen = value(name)
      bar.push(
        <NativeSelect
          key={name}
          aria-label={label}
          value={chosen}
          onChange={({ target }) => change({ [name]: target.value })}
        >
          {Object.entries(options).map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </NativeSelect>,
      )
      if (chosen && '' in options)
        chips.push(chip(name, `${filter.chip ?? label}: ${options[chosen] ?? 'unknown'}`))
    } else {
      const { name, label, ticked = true } = filter
      const checked = state[name] === ticked
      boxes.push(
        <Checkbox
          key={name}
          label={label}
          checked={checked}
          onChange={({ target }) => change({ [name]: target.checked ? ticked : undefined })}
        />,
      )
      if (checked) chips.push(chip(name, label))
    }
  }
  return (
    <>
      <FilterBar>
        {search && (
          <SearchField
            label={search.label}
            value={value('q')}
            onSearch={(text) => change({ q: search.textOf?.(text) ?? text }, { replace: true })}
            maxLength={search.maxLength ?? 200}
          />
        )}
        {filters.length > 0 && (
          <FilterDisclosure>
            {bar}
            {boxes.length > 0 && (
              <chakra.span display="inline-flex" flexWrap="wrap" columnGap="1.2rem">
                {boxes}
              </chakra.span>
            )}
          </FilterDisclosure>
        )}
        {aside}
      </FilterBar>
      <FilterChips
        chips={chips}
        onClear={() => change(Object.fromEntries(chips.map(({ id }) => [id, undefined])))}
      />
    </>
  )
}
