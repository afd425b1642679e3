import { Stack } from '@shop/ui'
import { useState } from 'react'
import { FilterSelect } from './filter-select'
import { FilterBar, FilterChips, SearchField } from './filters'

export default {}

export const AboveATable = () => {
  const [search, setSearch] = useState('silk')
  const [status, setStatus] = useState<'all' | 'active'>('active')
  const chips = [
    { id: 'search', label: `Search: ${search}`, onRemove: () => setSearch('') },
    { id: 'status', label: 'Status: Active', onRemove: () => setStatus('all') },
  ]
  return (
    <Stack gap="3">
      <FilterBar>
        <SearchField label="Search products" value={search} onSearch={setSearch} />
        <FilterSelect
          label="Status"
          value={status}
          labels={{ all: 'All statuses', active: 'Active' }}
          onChoose={setStatus}
        />
      </FilterBar>
      <FilterChips
        chips={chips.filter(({ id }) => (id === 'search' ? search !== '' : status !== 'all'))}
        onClear={() => {
          setSearch('')
          setStatus('all')
        }}
      />
    </Stack>
  )
}
