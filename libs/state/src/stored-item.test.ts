// @vitest-environment happy-dom
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { safeLocalStorage } from './browser-storage'
import { storedItem } from './stored-item'

const draft = storedItem('draft', v.object({ line1: v.string() }), {
  storage: 'session',
  fallback: { line1: '' },
})
const word = storedItem('word', v.picklist(['light', 'dark']), {
  storage: 'local',
  format: 'text',
  fallback: 'light',
})
const full = () => {
  throw new DOMException('full', 'QuotaExceededError')
}

test('an object is stored as JSON and parsed when it is read', () => {
  expect(draft.read()).toEqual({ line1: '' })
  expect(draft.write({ line1: '5 Old Lane' })).toBe(true)
  expect(sessionStorage.getItem('draft')).toBe('{"line1":"5 Old Lane"}')
  expect(draft.read()).toEqual({ line1: '5 Old Lane' })
  sessionStorage.setItem('draft', '{"line1":5}')
  expect(draft.read()).toEqual({ line1: '' })
  expect(sessionStorage.getItem('draft')).toBeNull()
  draft.write({ line1: '5 Old Lane' })
  draft.write(undefined)
  expect(sessionStorage.getItem('draft')).toBeNull()
})

test('a text is stored unchanged', () => {
  word.write('dark')
  expect(localStorage.getItem('word')).toBe('dark')
  expect(word.read()).toBe('dark')
  localStorage.setItem('word', 'blue')
  expect(word.read()).toBe('light')
  expect(localStorage.getItem('word')).toBeNull()
})

test.each(['{"line1":', '{"line2":"5 Old Lane"}', 'null', '[]', ''])(
  'a value that an older version stored, %s, is dropped',
  (text) => {
    sessionStorage.setItem('draft', text)
    expect(draft.read()).toEqual({ line1: '' })
    expect(sessionStorage.getItem('draft')).toBeNull()
  },
)

test('a full storage returns false and does not throw', () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: full })
  expect(word.write('dark')).toBe(false)
  expect(word.write(undefined)).toBe(false)
  expect(word.read()).toBe('light')
})

test('a full storage falls back to memory', () => {
  vi.stubGlobal('localStorage', { getItem: () => 'old', setItem: full, removeItem: full })
  const storage = safeLocalStorage()
  storage.setItem('word', 'new')
  expect(storage.getItem('word')).toBe('new')
  storage.removeItem('word')
  expect(storage.getItem('word')).toBe('old')
})

test('on a server nothing is stored, even where Node has a localStorage', () => {
  vi.stubGlobal('document', undefined)
  expect(word.write('dark')).toBe(false)
  expect(localStorage.getItem('word')).toBeNull()
  expect(safeLocalStorage().getItem('word')).toBeNull()
})
