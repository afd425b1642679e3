// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { idList } from './id-list'
import { storedAtom } from './stored-atom'
import { useStored } from './use-atom-value'

const key = 'list'
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const listAtom = storedAtom(key, idList(3), { storage: 'local', fallback: [] })

function List() {
  const [ids, setIds] = useStored(listAtom)
  return (
    <>
      <output>{ids.map((entry) => Number(entry.slice(-3))).join(' ')}</output>
      <button onClick={() => setIds((stored) => [id(stored.length + 1), ...stored])}>Add</button>
      <button onClick={() => setIds(undefined)}>Clear</button>
    </>
  )
}

const tab = () => (
  <Provider>
    <List />
  </Provider>
)
const shown = () => screen.getByRole('status').textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const store = (...numbers: number[]) => {
  localStorage.setItem(key, JSON.stringify(numbers.map(id)))
}

test('a value is stored as JSON, restored, and removed', () => {
  render(tab())
  press('Add')
  press('Add')
  expect(shown()).toBe('2 1')
  expect(localStorage.getItem(key)).toBe(JSON.stringify([id(2), id(1)]))
  cleanup()
  render(tab())
  expect(shown()).toBe('2 1')
  press('Clear')
  expect(shown()).toBe('')
  expect(localStorage.getItem(key)).toBeNull()
})

test.each([
  ['no JSON', '{', ''],
  ['no list', '{"a":1}', ''],
  ['nothing', 'null', ''],
  ['entries that are no ids', JSON.stringify([id(2), 'x', 7, null, id(2), "1' or 1=1", id(1)]), '2 1'],
  ['more than the list holds', JSON.stringify([1, 2, 3, 4].map(id)), '1 2 3'],
])('the stored value is parsed: %s', (_what, json, ids) => {
  localStorage.setItem(key, json)
  render(tab())
  expect(shown()).toBe(ids)
})

test('another tab’s change is shown, and updates in this tab start from it', () => {
  render(tab())
  store(1)
  act(() => {
    dispatchEvent(new StorageEvent('storage', { key: 'another' }))
  })
  expect(shown()).toBe('')
  act(() => {
    dispatchEvent(new StorageEvent('storage', { key }))
  })
  expect(shown()).toBe('1')
  store(2, 1) // its event is still on the way
  press('Add')
  expect(shown()).toBe('3 2 1')
})

test('a value removed while the atom is unmounted is gone', () => {
  const view = render(tab())
  press('Add')
  view.rerender(<Provider>{null}</Provider>)
  localStorage.clear()
  view.rerender(tab())
  expect(shown()).toBe('')
})

test('where storage is blocked the value lasts as long as the page', () => {
  const reject = () => {
    throw new Error('rejected')
  }
  vi.stubGlobal('localStorage', { getItem: reject, setItem: reject, removeItem: reject })
  render(tab())
  press('Add')
  expect(shown()).toBe('1')
  press('Clear')
  expect(shown()).toBe('')
})

test('a server and the first render of a hydration show the fallback, then the stored value follows', () => {
  store(2, 1)
  const markup = renderToString(tab())
  expect(markup).toContain('<output></output>')
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = markup
  const onRecoverableError = vi.fn()
  let root: Root | undefined
  act(() => {
    root = hydrateRoot(container, tab(), { onRecoverableError })
  })
  expect(shown()).toBe('2 1')
  expect(onRecoverableError).not.toHaveBeenCalled()
  act(() => root?.unmount())
  container.remove()
})

test('where storage is blocked each provider has its own values', () => {
  vi.stubGlobal('localStorage', undefined)
  render(
    <>
      <section aria-label="one">{tab()}</section>
      <section aria-label="two">{tab()}</section>
    </>,
  )
  const [add] = screen.getAllByRole('button', { name: 'Add' })
  if (add) fireEvent.click(add)
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['1', ''])
})
