// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { deferFarContent } from './far-content'

const { dataset } = document.documentElement

const arriveBy = (type: NavigationTimingType) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])

beforeEach(() => {
  delete dataset.loading
})

test('lists leave far content out of the layout until the page has loaded', () => {
  arriveBy('navigate')
  deferFarContent()
  expect(dataset.loading).toBe('')
  dispatchEvent(new Event('load'))
  expect(dataset.loading).toBeUndefined()
})

test.each(['reload', 'back_forward'] as const)(
  'all is laid out at once after a %s, which scrolls',
  (type) => {
    arriveBy(type)
    deferFarContent()
    expect(dataset.loading).toBeUndefined()
  },
)
