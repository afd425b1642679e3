// @vitest-environment happy-dom
import { renderApp } from '@shop/testing'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { choiceParam, flagParam, pageParam, paramsAfter, stateOf, textParam, useUrlState } from './url-state'

const schema = v.object({
  q: textParam(20),
  sort: choiceParam(['newest', 'name', '-name'], 'newest'),
  featured: flagParam(),
  page: pageParam(),
})
const read = (search: string) => stateOf(schema.entries, new URLSearchParams(search))

test('the state is read from the URL; what is unknown or wrong counts as absent', () => {
  expect(read('')).toEqual({ q: '', sort: 'newest', featured: false, page: 1 })
  expect(read('?q=silk&sort=-name&featured=true&page=3')).toEqual({
    q: 'silk',
    sort: '-name',
    featured: true,
    page: 3,
  })
  expect(read('?sort=price;drop&page=-1&featured=maybe&other=x')).toEqual({
    q: '',
    sort: 'newest',
    featured: false,
    page: 1,
  })
  expect(read(`?q=${'x'.repeat(500)}`).q).toHaveLength(20)
})

test('a filter starts again at page 1, drops defaults and leaves other parameters', () => {
  const after = (search: string, change: Parameters<typeof paramsAfter<typeof schema.entries>>[2]) =>
    paramsAfter(schema.entries, new URLSearchParams(search), change).toString()
  expect(after('?page=4&product=p1', { q: 'silk' })).toBe('product=p1&q=silk')
  expect(after('?q=silk&featured=true', { q: '', featured: false })).toBe('')
  expect(after('?q=silk', { page: 2 })).toBe('q=silk&page=2')
})

function List() {
  const [{ q, page, featured }, change] = useUrlState(schema)
  return (
    <>
      <p>
        {q} {page} {featured && 'featured'}
      </p>
      <button onClick={() => change({ q: 'oil' })}>Search</button>
      <button
        onClick={() => {
          change({ q: 'oil' })
          setTimeout(() => change({ featured: true }))
        }}
      >
        Both
      </button>
    </>
  )
}

test('a change is an entry of the history', async () => {
  const router = renderApp([{ path: '/', element: <List /> }], { path: '/?q=silk&page=2' })
  screen.getByText('silk 2')
  await userEvent.click(screen.getByText('Search'))
  await screen.findByText('oil 1')
  await router.navigate(-1)
  await screen.findByText('silk 2')
})

test('a change from a timer keeps what changed since the timer was set', async () => {
  renderApp([{ path: '/', element: <List /> }], { path: '/?q=silk&page=2' })
  await userEvent.click(screen.getByText('Both'))
  await screen.findByText('oil 1 featured')
})
