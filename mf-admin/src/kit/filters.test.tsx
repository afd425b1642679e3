// @vitest-environment happy-dom
import { renderApp } from '@shop/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { FilterChips, SearchField } from './filters'
import { pageParam, textParam, useUrlState } from './url-state'

const schema = v.object({ q: textParam(), category: textParam(), stock: textParam(), page: pageParam() })

function List() {
  const [{ q, category, stock }, change] = useUrlState(schema)
  const chips = [
    { id: 'category', label: `Category: ${category}`, value: category },
    { id: 'stock', label: `Stock: ${stock}`, value: stock },
  ]
    .filter(({ value }) => value)
    .map(({ id, label }) => ({ id, label, onRemove: () => change({ [id]: '' }) }))
  return (
    <main id="main" tabIndex={-1}>
      <SearchField
        label="Search by name"
        value={q}
        onSearch={(text) => change({ q: text }, { replace: true })}
      />
      <FilterChips chips={chips} onClear={() => change({ category: '', stock: '' })} />
    </main>
  )
}

const open = (search: string) => renderApp([{ path: '/', element: <List /> }], { path: `/${search}` })
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search by name' })

test('a chip removes its filter, and the focus goes to the next one', async () => {
  const router = open('?category=accessories&stock=low&page=3')
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Category: accessories' }))
  expect(router.state.location.search).toBe('?stock=low')
  const last = screen.getByRole('button', { name: 'Remove filter: Stock: low' })
  await waitFor(() => expect(last).toHaveFocus())
  await userEvent.click(last)
  expect(router.state.location.search).toBe('')
  await waitFor(() => expect(document.activeElement?.id).toBe('main'))
})

test('a filter that goes takes the focus from nobody who has gone on to the search', async () => {
  let follow: () => void = () => undefined
  function Slow() {
    const [chips, setChips] = useState(['Stock: low'])
    follow = () => setChips([])
    return (
      <main id="main" tabIndex={-1}>
        <SearchField label="Search by name" value="" onSearch={() => undefined} />
        <FilterChips
          chips={chips.map((label) => ({ id: label, label, onRemove: () => undefined }))}
          onClear={() => undefined}
        />
      </main>
    )
  }
  renderApp([{ path: '/', element: <Slow /> }])
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Stock: low' }))
  await userEvent.click(search())
  act(() => follow())
  expect(search()).toHaveFocus()
})

test('all filters are removed at once', async () => {
  const router = open('?category=accessories&stock=low&q=silk')
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(router.state.location.search).toBe('?q=silk')
})

test('the search goes to the URL when typing pauses, at once on Enter, and follows the URL', async () => {
  const router = open('?page=2')
  await userEvent.type(search(), 'silk ')
  await waitFor(() => expect(router.state.location.search).toBe('?q=silk'))
  await userEvent.type(search(), 'robe{Enter}')
  expect(router.state.location.search).toBe('?q=silk+robe')
  await router.navigate('/?q=oil')
  await waitFor(() => expect(search()).toHaveValue('oil'))
})

test('a filter that is removed while the next search is typed does not take it back', async () => {
  const asked: string[] = []
  let follow: (value: string) => void = () => undefined
  function Slow() {
    const [value, setValue] = useState('silk')
    follow = setValue
    return <SearchField label="Search by name" value={value} onSearch={(text) => asked.push(text)} />
  }
  renderApp([{ path: '/', element: <Slow /> }])
  await userEvent.clear(search())
  await userEvent.type(search(), 'robe')
  act(() => follow('linen'))
  expect(search()).toHaveValue('robe')
  await waitFor(() => expect(asked.at(-1)).toBe('robe'))
})

test('a URL that follows slowly takes nothing back that was typed', async () => {
  const asked: string[] = []
  let follow: (value: string) => void = () => undefined
  function Slow() {
    const [value, setValue] = useState('')
    follow = setValue
    return <SearchField label="Search by name" value={value} onSearch={(text) => asked.push(text)} />
  }
  renderApp([{ path: '/', element: <Slow /> }])
  await userEvent.type(search(), 'o')
  await waitFor(() => expect(asked).toEqual(['o']))
  await userEvent.type(search(), 'i')
  await waitFor(() => expect(asked).toEqual(['o', 'oi']))
  act(() => follow('o'))
  await userEvent.type(search(), 'l{Enter}')
  expect(search()).toHaveValue('oil')
  expect(asked.at(-1)).toBe('oil')
  act(() => follow('oil'))
  act(() => follow('elsewhere'))
  expect(search()).toHaveValue('elsewhere')
})
