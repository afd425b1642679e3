import { createBackend } from '@shop/supabase'
import { fakeSupabase, type FakeSupabase } from '@shop/testing'
import { beforeEach, expect, test } from 'vitest'
import { exportProducts } from './export-products'

let fake: FakeSupabase
let backend: ReturnType<typeof createBackend>

beforeEach(() => {
  const pages = [
    { rows: [{ slug: 'robe', name: '=HYPERLINK("x")', price: 89.5 }], next: 'second' },
    { rows: [{ slug: 'mask', name: 'Silk, “soft”', is_active: false, features: ['a', 'b'] }], next: null },
  ]
  fake = fakeSupabase({ rpc: { export_products: ({ p_after }) => pages[p_after === 'second' ? 1 : 0] } })
  backend = createBackend({ url: 'http://backend.test', key: 'publishable' })
})

const sent = () => fake.sent('POST /rest/v1/rpc/export_products').map(({ body }): unknown => JSON.parse(body))

test('all pages of the filter become one file with a byte order mark and harmless cells', async () => {
  const progress: number[] = []
  const file = await exportProducts(
    backend,
    { q: 'silk' },
    { signal: new AbortController().signal, onProgress: (rows) => progress.push(rows) },
  )
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, robe, mask, ...rest] = new TextDecoder().decode(bytes).split('\r\n')
  expect(head).toMatch(/^slug,name,options,sku,/)
  expect(robe).toMatch(/^robe,"'=HYPERLINK\(""x""\)",,,,89\.5,/)
  expect(mask).toMatch(/^mask,"Silk, “soft”",.*"a\nb".*,no,,,,,$/)
  expect(rest).toEqual([''])
  expect(progress).toEqual([1, 2])
  expect(sent()).toEqual([
    { p_filter: { q: 'silk' }, p_limit: 200 },
    { p_filter: { q: 'silk' }, p_limit: 200, p_after: 'second' },
  ])
})

test('a cancelled export asks for no more pages', async () => {
  const controller = new AbortController()
  const attempt = exportProducts(
    backend,
    {},
    { signal: controller.signal, onProgress: () => controller.abort() },
  )
  await expect(attempt).rejects.toThrow()
  expect(sent()).toHaveLength(1)
})
