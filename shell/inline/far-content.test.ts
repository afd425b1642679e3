// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { deferFarContent } from './far-content'

const { dataset } = document.documentElement

const arriveBy = (type: NavigationTimingType) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])

beforeEach(() => {
  delete dataset.loading
  document.body.innerHTML = `<main><ul>${'<li></li>'.repeat(7)}</ul></main>`
})

test('lists leave far content out of the layout until the page has loaded, then lay it out in steps', async () => {
  const steps: (string | undefined)[] = []
  const changes = new MutationObserver(() => steps.push(dataset.loading))
  changes.observe(document.documentElement, { attributeFilter: ['data-loading'] })
  arriveBy('navigate')
  deferFarContent()
  await Promise.resolve()
  expect(steps).toEqual(['6'])
  dispatchEvent(new Event('load'))
  await vi.waitFor(() => {
    expect(steps).toEqual(['6', '12', '18', undefined])
  })
  changes.disconnect()
})

test('a page without far cards is done once it has loaded', () => {
  document.body.innerHTML = `<main><ul>${'<li></li>'.repeat(6)}</ul></main>`
  arriveBy('navigate')
  deferFarContent()
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
