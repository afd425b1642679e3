import { expect, test } from 'vitest'
import { rule } from '../testing'
import { createVitals, readMeasurement, type Measurement } from './vitals'

const product = '/products/:productSlug'
const lcp = { remote: 'mf-catalog', version: 'v1', route: product, metric: 'LCP' } as const
const of = (value: number, more: Partial<Measurement> = {}): Measurement => ({ ...lcp, value, ...more })

test('a row is the 75th percentile by remote, version and route', () => {
  const vitals = createVitals()
  for (const value of [400, 100, 300, 200]) vitals.record(of(value))
  vitals.record(of(900, { version: 'v2' }))
  vitals.record(of(50, { remote: 'shell', route: '/about' }))
  expect(vitals.rows()).toEqual([
    { ...lcp, visits: 4, p75: 300 },
    { ...lcp, version: 'v2', visits: 1, p75: 900 },
    { ...lcp, remote: 'shell', route: '/about', visits: 1, p75: 50 },
  ])
})

test('only the latest visits count, and only the latest figures are kept', () => {
  const vitals = createVitals({ sampleSize: 3, maxKeys: 2 })
  for (const value of [9000, 1, 2, 3]) vitals.record(of(value))
  expect(vitals.rows()).toEqual([{ ...lcp, visits: 4, p75: 3 }])
  for (const version of ['v2', 'v3']) vitals.record(of(1, { version }))
  expect(vitals.rows().map(({ version }) => version)).toEqual(['v2', 'v3'])
})

test('how fast the pages of a version are is the 75th percentile over its routes', () => {
  const vitals = createVitals()
  vitals.record(of(800))
  vitals.record(of(1200, { route: '/about' }))
  vitals.record(of(9000, { version: 'v0' }))
  vitals.record(of(5000, { metric: 'FCP' }))
  expect(vitals.loadOf('mf-catalog', 'v1')).toEqual({ visits: 2, p75: 1200 })
  expect(vitals.loadOf('mf-catalog', 'v2')).toBeNull()
})

const read = (body: unknown) =>
  readMeasurement(
    body,
    [
      { ...rule(product), owner: 'mf-catalog' },
      { ...rule('/about'), owner: null },
    ],
    { shell: 's1', 'mf-catalog': 'v1' },
  )

test('a measurement has the version that the visitor has, and "other" for any other', () => {
  expect(read(of(1))).toEqual(of(1))
  expect(read(of(1, { remote: 'shell', version: 's1', route: '/about' }))).toMatchObject({ version: 's1' })
  expect(read(of(1, { version: 'invented' }))).toMatchObject({ version: 'other' })
  expect(read({ ...of(1), version: undefined })).toMatchObject({ version: 'other' })
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
  { ...lcp, value: 1, version: '<script>' },
  { ...lcp, value: 1, route: '/invented' },
  { ...lcp, value: 1, route: '/about' },
  { ...lcp, value: 1, remote: 'MF Catalog' },
])('%j is not a valid measurement', (measured) => {
  expect(read(measured)).toBeNull()
})
