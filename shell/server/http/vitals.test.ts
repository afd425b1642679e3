import { expect, test } from 'vitest'
import { createVitals } from './vitals'

const lcp = { remote: 'mf-catalog', route: '/products/:productSlug', metric: 'LCP' }

test('a row is the 75th percentile by remote and route', () => {
  const vitals = createVitals()
  for (const value of [400, 100, 300, 200]) expect(vitals.record({ ...lcp, value })).toBe(true)
  vitals.record({ ...lcp, remote: 'shell', route: '/about', value: 50 })
  expect(vitals.rows()).toEqual([
    { ...lcp, visits: 4, p75: 300 },
    { remote: 'shell', route: '/about', metric: 'LCP', visits: 1, p75: 50 },
  ])
})

test('only the latest visits count, and made-up routes cannot fill the memory', () => {
  const vitals = createVitals({ sampleSize: 3, maxKeys: 2 })
  for (const value of [9000, 1, 2, 3]) vitals.record({ ...lcp, value })
  expect(vitals.rows()).toEqual([{ ...lcp, visits: 4, p75: 3 }])
  expect(vitals.record({ ...lcp, route: '/a', value: 1 })).toBe(true)
  expect(vitals.record({ ...lcp, route: '/b', value: 1 })).toBe(false)
})

test.each([
  null,
  [],
  {},
  { ...lcp },
  { ...lcp, value: -1 },
  { ...lcp, value: 'x' },
  { ...lcp, value: 1e9 },
  { ...lcp, value: 1, email: 'a@b' },
  { ...lcp, value: 1, metric: 'FID' },
  { ...lcp, value: 1, route: '/<script>' },
  { ...lcp, value: 1, remote: 'MF Catalog' },
])('%j is not a valid measurement', (measured) => {
  expect(createVitals().record(measured)).toBe(false)
})
