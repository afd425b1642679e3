// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { forgetProducts, onForgotten, recentProducts, rememberProduct } from './recent-memory'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('the last twelve are kept, the latest first, each once', () => {
  for (let number = 1; number <= 14; number += 1) rememberProduct(id(number))
  rememberProduct(id(5))
  expect(recentProducts()).toEqual([5, 14, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3].map(id))
  forgetProducts()
  expect(recentProducts()).toEqual([])
})

test.each(['{', 'null', '"x"', '{"a":1}', '[1,null,"no id","<script>"]'])(
  'what somebody else wrote there is not believed: %s',
  (stored) => {
    localStorage.setItem('aurelle_recent', stored)
    expect(recentProducts()).toEqual([])
    rememberProduct(id(1))
    expect(recentProducts()).toEqual([id(1)])
  },
)

test('where the browser refuses its storage nothing is kept and nothing breaks', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('refused')
    },
    setItem() {
      throw new Error('refused')
    },
    removeItem() {
      throw new Error('refused')
    },
  })
  rememberProduct(id(1))
  expect(recentProducts()).toEqual([])
  forgetProducts()
  vi.unstubAllGlobals()
})

test('what one tab forgets the others hear of', () => {
  const heard = vi.fn()
  const stop = onForgotten(heard)
  rememberProduct(id(1))
  dispatchEvent(new StorageEvent('storage', { key: 'aurelle_recent' }))
  expect(heard).not.toHaveBeenCalled()
  forgetProducts()
  dispatchEvent(new StorageEvent('storage', { key: 'aurelle_recent' }))
  stop()
  dispatchEvent(new StorageEvent('storage', { key: 'aurelle_recent' }))
  expect(heard).toHaveBeenCalledOnce()
})
