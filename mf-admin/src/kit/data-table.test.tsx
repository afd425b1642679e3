// @vitest-environment happy-dom
import { renderApp } from '@shop/testing'
import { EmptyState } from '@shop/ui'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { BulkBar } from './bulk-bar'
import { columnHelper } from './columns'
import { DataTable, type DataTableProps } from './data-table'

interface Row {
  id: string
  name: string
}

const rows: Row[] = ['Ash', 'Birch', 'Cedar', 'Elm'].map((name) => ({ id: name.toLowerCase(), name }))
const onEdit = vi.fn()
const column = columnHelper<Row>()
const columns = column.columns([
  column.accessor('name', { header: 'Name', enableSorting: true, meta: { narrow: 'title' } }),
  column.accessor(({ name }) => name.length, {
    id: 'length',
    header: 'Length',
    enableHiding: true,
    meta: { align: 'end' },
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    meta: { hideHeader: true },
    cell: ({ row: { original } }) => (
      <>
        <button>Edit {original.name}</button>
        <button>Delete {original.name}</button>
      </>
    ),
  }),
])

function List(props: Partial<DataTableProps<Row>>) {
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set(['elsewhere']))
  const [sort, setSort] = useState<string>()
  return (
    <>
      <p>Sorted by {sort ?? 'nothing'}</p>
      <p>Selected: {[...selection].sort().join(' ')}</p>
      <DataTable
        label="Trees"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        selection={selection}
        onSelection={setSelection}
        bulkActions={
          <BulkBar count={selection.size} onClear={() => setSelection(new Set())} children={null} />
        }
        sort={sort}
        onSort={setSort}
        onEdit={onEdit}
        emptyState={<EmptyState title="No trees" />}
        {...props}
      />
    </>
  )
}

const open = (props: Partial<DataTableProps<Row>> = {}) =>
  renderApp([{ path: '/', element: <List {...props} /> }])
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
const selected = () => screen.getByText(/^Selected:/).textContent?.trim()

beforeEach(() => onEdit.mockReset())

test('it is a table with the cells of the shown columns', () => {
  open({ hiddenColumns: ['length'] })
  const table = screen.getByRole('table', { name: 'Trees' })
  expect(within(table).getAllByRole('row')).toHaveLength(5)
  screen.getByRole('cell', { name: 'Birch' })
  expect(screen.queryByRole('columnheader', { name: 'Length' })).not.toBeInTheDocument()
})

test('Shift and a click select a range; other pages stay selected', async () => {
  open()
  const user = userEvent.setup()
  await user.click(box('Ash'))
  await user.keyboard('{Shift>}')
  await user.click(box('Cedar'))
  await user.keyboard('{/Shift}')
  expect(selected()).toBe('Selected: ash birch cedar elsewhere')
  screen.getByText('4 selected')
})

test('the box above selects the rows of the page, and only those', async () => {
  open()
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
  expect(all).not.toBeChecked()
  await userEvent.click(box('Ash'))
  expect(all).toBePartiallyChecked()
  await userEvent.click(all)
  expect(selected()).toBe('Selected: ash birch cedar elm elsewhere')
  expect(all).toBeChecked()
  await userEvent.click(all)
  expect(selected()).toBe('Selected: elsewhere')
})

test('the keyboard alone selects: arrows move, with Shift they select, and back they deselect', async () => {
  open()
  const user = userEvent.setup()
  box('Ash').focus()
  await user.keyboard('{ArrowDown}')
  expect(box('Birch')).toHaveFocus()
  expect(selected()).toBe('Selected: elsewhere')
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(box('Elm')).toHaveFocus()
  expect(selected()).toBe('Selected: birch cedar elm elsewhere')
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
  expect(selected()).toBe('Selected: birch cedar elsewhere')
  await user.keyboard('{Control>}a{/Control}')
  expect(selected()).toBe('Selected: ash birch cedar elm elsewhere')
  await user.keyboard('{Escape}')
  expect(selected()).toBe('Selected:')
})

test('Space selects, with Shift up to the row', async () => {
  open()
  const user = userEvent.setup()
  box('Ash').focus()
  await user.keyboard(' {End}{Shift>} {/Shift}')
  expect(selected()).toBe('Selected: ash birch cedar elm elsewhere')
})

test('arrows keep to the same control of each row, and E edits', async () => {
  open()
  const user = userEvent.setup()
  screen.getByRole('button', { name: 'Delete Ash' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('button', { name: 'Delete Birch' })).toHaveFocus()
  await user.keyboard('{ArrowUp}{ArrowUp}e')
  expect(onEdit).toHaveBeenCalledExactlyOnceWith(rows[0])
})

test('a column is sorted up, down, and then not', async () => {
  open()
  const head = () => screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(screen.queryByRole('button', { name: 'Length' })).not.toBeInTheDocument()
  await press()
  screen.getByText('Sorted by name')
  expect(head()).toBe('ascending')
  await press()
  screen.getByText('Sorted by -name')
  expect(head()).toBe('descending')
  await press()
  screen.getByText('Sorted by nothing')
})

test('loading, empty and failed', async () => {
  open({ rows: undefined })
  screen.getByText('Loading trees')
  cleanup()
  open({ rows: [] })
  screen.getByText('No trees')
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
  cleanup()
  const onRetry = vi.fn()
  open({ error: 'Failed to load trees.', onRetry })
  screen.getByText('Failed to load trees.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})
