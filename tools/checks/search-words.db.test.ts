import { describePages } from '@shop/federation/build'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../environment'
import { searchablePages } from '../build/release-records'
import { testDatabase } from '../../supabase/tests/test-database'
import { memberNames } from '../remotes'

const folder = mkdtempSync(path.join(tmpdir(), 'shop-search-words-'))

// The demo catalogue, and the pages of this checkout as a release of each app lists them.
const sql = await testDatabase()
for (const name of memberNames) {
  const routes = name === 'shell' ? './src/information/routes.tsx' : './src/routes.tsx'
  const pages = await describePages(path.join(root, name), routes)
  writeFileSync(path.join(folder, 'pages.json'), JSON.stringify(pages))
  const record = { name, version: 'v1', mounts: [], files: {}, searchable: searchablePages(folder) }
  await sql`select record_release(${sql.json(record)}, 'tester')`
}
const members = Object.fromEntries(memberNames.map((name) => [name, 'v1']))
await sql`select promote_release(${sql.json(members)}, 'tester')`
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

const places = async (query: string) => [
  ...(await sql<{ path: string; title: string }[]>`select path, title from search_places(${query})`),
]
const products = async (query: string) => [
  ...(await sql<{ slug: string }[]>`select slug from search_products(${query})`),
]

/** The path of the first result: places stand above products. */
async function firstResult(query: string): Promise<string | undefined> {
  const [place] = await places(query)
  if (place) return place.path
  const [product] = await products(query)
  return product && `/products/${product.slug}`
}

const glide = '/products/veil-water-based-glide'
const toys = '/categories/luxury-toys'
const mask = '/products/nocturne-silk-eye-mask'
const sash = '/products/ravel-silk-sash'
const robe = '/products/hours-silk-robe'

test.each([
  // What the shop calls otherwise.
  ['lube', glide],
  ['lubricant', glide],
  ['water based lube', glide],
  ['glide', glide],
  ['vibrator', toys],
  ['vibrators', toys],
  ['vibrater', toys],
  ['dildo', toys],
  ['dildos', toys],
  ['sex toys', toys],
  ['egg', '/products/ovo-moss'],
  ['blindfold', mask],
  ['blindfol', mask],
  ['sleep mask', mask],
  ['restraints', sash],
  ['handcuffs', sash],
  ['tickler', '/products/plume-ostrich-feather'],
  ['toy cleaner', '/products/clarity-cleansing-mist'],
  ['massage oil', '/products/hours-body-oil'],
  ['soap', '/products/fig-leaf-cleansing-bar'],
  ['bath bombs', '/products/still-water-bath-salts'],
  ['underwear', robe],
  ['dressing gown', robe],
  // Plain words, half typed and misspelt.
  ['silk', mask],
  ['candle', '/products/ember-massage-candle'],
  ['candel', '/products/ember-massage-candle'],
  ['massge', '/products/ember-massage-candle'],
  ['pebb', '/products/riva-pebble'],
  ['gift box', '/products/atelier-gift-box'],
  // Categories.
  ['toys', toys],
  ['accessories', '/categories/accessories'],
  ['wellness', '/categories/intimate-wellness'],
  // Pages.
  ['returns', '/returns'],
  ['refund', '/returns'],
  ['delivery', '/shipping'],
  ['shipping', '/shipping'],
  ['deliv', '/shipping'],
  ['how long does delivery take', '/shipping'],
  ['discreet packaging', '/discretion'],
  ['gift card', '/gift-cards'],
  ['gift', '/gift-cards'],
  ['voucher', '/gift-cards'],
  ['track my order', '/track-order'],
  ['contact', '/contact'],
  ['faq', '/faq'],
  ['warranty', '/warranty'],
  ['retuns', '/returns'],
  ['forgot password', '/auth/forgot'],
  ['my orders', '/account/orders'],
])('%j leads to %s first', async (query, expected) => {
  expect(await firstResult(query)).toBe(expected)
})

test.each(['silk', 'candle', 'massage', 'pebble', 'feather', 'velvet', 'oil', 'box', 'mask', 'robe'])(
  'no page stands in the way of products for %j',
  async (query) => {
    expect(await places(query)).toEqual([])
    expect((await products(query)).length).toBeGreaterThan(0)
  },
)

test.each(['returns', 'delivery', 'faq', 'voucher'])(
  'no product is taken for a slip of %j',
  async (query) => {
    expect(await products(query)).toEqual([])
  },
)

test('a category that a word means is followed by its products, and leaves the other words to the search', async () => {
  expect((await products('dildo')).length).toBeGreaterThan(3)
  expect((await products('vibrator'))[0]).toEqual({ slug: 'riva-pebble' })
  expect((await products('glass dildo'))[0]).toEqual({ slug: 'fume-glass-orbs' })
})

test('every page that says words is found by its title', async () => {
  const pages = [
    ...(await sql<{ path: string; title: string }[]>`select path, title from private.searchable_pages()`),
  ]
  expect(pages.length).toBeGreaterThan(15)
  for (const { path: page, title } of pages) {
    expect(
      (await places(title)).map((found) => found.path),
      title,
    ).toContain(page)
  }
})

test('a page that a remote adds is found, one outside of its mounts is not', async () => {
  const page = (address: string) => ({
    path: address,
    title: 'Lookbook',
    description: 'In pictures',
    words: 'season',
  })
  const record = {
    ...{ name: 'mf-catalog', version: 'v2', mounts: [], files: {} },
    searchable: [page('/products/lookbook'), page('/cart/lookbook'), page('//elsewhere.example')],
  }
  await sql`select record_release(${sql.json(record)}, 'tester')`
  await sql`select promote_release(${sql.json({ 'mf-catalog': 'v2' })}, 'tester')`
  expect(await places('lookbook')).toEqual([{ path: '/products/lookbook', title: 'Lookbook' }])
  expect((await places('seasons')).map((found) => found.path)).toEqual(['/products/lookbook'])
  await sql`select roll_back_release('tester')`
  expect(await places('lookbook')).toEqual([])
})
