import { expect, test, vi } from 'vitest'
import type { AppQuery } from '@shop/supabase'
import type { ProductsPage } from './card-product'
import { loadListPages, serverPages, requestedPages } from './list-pages'

const page = (number: number): AppQuery<ProductsPage> => ({
  key: [number],
  queryFn: () => Promise.reject(new Error('not read here')),
})

/** The numbers of the pages that are loaded for an address, for a list of `count` products. */
async function readFor(address: string, count: number): Promise<number[]> {
  const loaded: number[] = []
  const read = <T>({ key }: AppQuery<T>): Promise<T> => {
    loaded.push(Number(key[0]))
    return Promise.resolve({ products: [], count } as T)
  }
  await loadListPages({ params: {}, url: new URL(address, 'http://shop.test') }, read, page)
  return loaded
}

test('a browser loads every page the address asks for that the list has', async () => {
  vi.stubGlobal('document', {})
  expect(await readFor('/products', 500)).toEqual([])
  expect(await readFor('/products?pages=3', 500)).toEqual([1, 2, 3])
  expect(await readFor('/products?pages=40', 50)).toEqual([1, 2, 3])
  expect(await readFor('/products?pages=4', 0)).toEqual([1])
})

test.each([
  ['', 1],
  ['pages=3', 3],
  ['pages=-1', 1],
  ['pages=2.5', 1],
  ['pages=many', 1],
  ['pages=999', 40],
])('"%s" asks for %i pages', (search, pages) => {
  expect(requestedPages(new URLSearchParams(search))).toBe(pages)
})

test('a server renders at most eight pages of a list', async () => {
  expect(await readFor('/products?pages=40', 5000)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(await readFor('/products?pages=2', 5000)).toEqual([1, 2])
  for (const [search, pages] of [
    ['', 1],
    ['pages=8', 8],
    ['pages=9', 8],
    ['pages=999', 8],
  ] as const) {
    expect(serverPages(new URLSearchParams(search))).toBe(pages)
  }
})
