import { NativeSelect, Stack } from '@shop/ui'
import { useState } from 'react'
import { FilterBar, FilterChips, FilterDisclosure, SearchField } from './filters'

export default {}

export const AboveATable = () => {
  const [search, setSearch] = useState('silk')
  const [status, setStatus] = useState('active')
  const chips = [
    { id: 'search', label: `Search: ${search}`, onRemove: () => setSearch('') },
    { id: 'status', label: 'Status: Active', onRemove: () => setStatus('all') },
  ]
  return (
    <Stack gap="3">
      <FilterBar>
        <SearchField label="Search products" value={search} onSearch={setSearch} />
        <FilterDisclosure>
          <NativeSelect aria-label="Status" value={status} onChange={({ target }) => setStatus(target.value)}>
            <option value="all">All statuses</option>
            <option value="active">Active</option>
          </NativeSelect>
        </FilterDisclosure>
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
