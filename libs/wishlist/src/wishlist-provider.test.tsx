// @vitest-environment happy-dom
import { AuthProvider } from '@shop/auth'
import { DataProvider, type DataContextValue } from '@shop/supabase'
import { fakeSupabase, storeSession, type FakeSupabase } from '@shop/testing'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { useWishlist, WishlistProvider, type Wishlist } from './wishlist-provider'

const key = 'aurelle_wishlist'
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [balm, ring, robe] = [id(1), id(2), id(3)]
let list: string[]
let db: FakeSupabase
let wishlist: Wishlist
let data: DataContextValue

/** The account's list, the newest first. */
const fakeWishlist = () =>
  fakeSupabase({
    rpc: {
      wishlist_merge: ({ p_products }) => {
        list = [...(Array.isArray(p_products) ? p_products : []), ...list]
      },
    },
    responses: {
      'GET /rest/v1/wishlist_items': () => Response.json(list.map((product_id) => ({ product_id }))),
      'POST /rest/v1/wishlist_items': async (request) => {
        list = [(await request.json()).product_id, ...list]
        return new Response(null, { status: 204 })
      },
      'DELETE /rest/v1/wishlist_items': (request) => {
        const removed = new URL(request.url).searchParams.get('product_id')
        list = list.filter((product) => removed !== `eq.${product}`)
        return new Response(null, { status: 204 })
      },
    },
  })

function Shown() {
  const now = useWishlist()
  useLayoutEffect(() => {
    wishlist = now
  })
  return <output>{`${now.status}: ${now.ids.map((product) => Number(product.slice(-3))).join(' ')}`}</output>
}

const tab = (of: DataContextValue) => (
  <DataProvider data={of}>
    <AuthProvider>
      <WishlistProvider>
        <Shown />
      </WishlistProvider>
    </AuthProvider>
  </DataProvider>
)
const expectShown = (text: string) =>
  waitFor(() => {
    expect(screen.getByRole('status').textContent).toBe(text)
  })
const stored = (): unknown => JSON.parse(localStorage.getItem(key) ?? 'null')

beforeEach(() => {
  list = []
  db = fakeWishlist()
  data = db.connect()
})

test('a guest’s list is stored in the browser, newest first, and restored at the next visit', async () => {
  render(tab(data))
  await expectShown('ready: ')
  await act(() => wishlist.add(balm))
  await act(() => wishlist.add(ring))
  await act(() => wishlist.add(balm))
  await expectShown('ready: 1 2')
  expect(wishlist.has(ring)).toBe(true)
  await act(() => wishlist.remove(balm))
  await expectShown('ready: 2')
  cleanup()
  render(tab(db.connect()))
  await expectShown('ready: 2')
  await act(() => wishlist.remove(ring))
  expect(localStorage.getItem(key)).toBeNull()
})

test.each([
  ['no JSON', '{', ''],
  [
    'entries that are no ids',
    JSON.stringify([ring, 'x', 7, null, { id: balm }, ring, "1' or 1=1", balm]),
    '2 1',
  ],
  [
    'more than a hundred',
    JSON.stringify(Array.from({ length: 150 }, (_, index) => id(index + 1))),
    Array.from({ length: 100 }, (_, index) => index + 1).join(' '),
  ],
])('the stored list is validated: %s', async (_what, json, ids) => {
  localStorage.setItem(key, json)
  render(tab(data))
  await expectShown(`ready: ${ids}`)
})

test('the 101st product is rejected', async () => {
  localStorage.setItem(key, JSON.stringify(Array.from({ length: 100 }, (_, index) => id(index + 1))))
  render(tab(data))
  await expect(wishlist.add(id(500))).rejects.toThrow('A wishlist holds 100 products at most.')
  await wishlist.add(id(7))
  expect(stored()).toHaveLength(100)
})

test('another tab’s change is synchronised', async () => {
  render(tab(data))
  localStorage.setItem(key, JSON.stringify([robe]))
  act(() => {
    dispatchEvent(new StorageEvent('storage', { key }))
  })
  await expectShown('ready: 3')
})

test('a guest’s list is merged into the account’s and removed from the browser', async () => {
  list = [robe]
  localStorage.setItem(key, JSON.stringify([balm, ring]))
  storeSession()
  render(tab(data))
  await expectShown('ready: 1 2 3')
  expect(localStorage.getItem(key)).toBeNull()
})

test('while it cannot be merged, the list remains in the browser', async () => {
  localStorage.setItem(key, JSON.stringify([balm]))
  db.fail({ under: '/rest/' })
  storeSession()
  render(tab(data))
  await expectShown('error: ')
  expect(stored()).toEqual([balm])
  db.recover()
  await act(() => wishlist.refetch())
  await expectShown('ready: 1')
  expect(localStorage.getItem(key)).toBeNull()
})

test('an account’s change is optimistic, and rolled back when the database rejects it', async () => {
  storeSession()
  render(tab(data))
  await expectShown('ready: ')
  const release = db.hold()
  act(() => {
    void wishlist.add(balm)
  })
  await expectShown('ready: 1')
  expect(list).toEqual([])
  release()
  await waitFor(() => {
    expect(list).toEqual([balm])
  })
  expect(localStorage.getItem(key)).toBeNull()

  db.fail({ under: '/rest/' })
  await act(() => wishlist.remove(balm).catch(() => undefined))
  await expectShown('ready: 1')
  await expect(wishlist.add(ring)).rejects.toThrow()
})

test('quick toggles settle at the last one', async () => {
  storeSession()
  render(tab(data))
  await expectShown('ready: ')
  await act(async () => {
    await Promise.all([
      wishlist.add(balm),
      wishlist.remove(balm),
      wishlist.add(ring),
      wishlist.add(balm),
      wishlist.remove(ring),
    ])
  })
  await expectShown('ready: 1')
  expect(list).toEqual([balm])
})

test('an account’s list is synchronised between tabs', async () => {
  storeSession()
  render(tab(data))
  await expectShown('ready: ')
  list = [ring]
  const other = new BroadcastChannel('aurelle_wishlist')
  other.postMessage('changed')
  await expectShown('ready: 2')
  other.close()
})

test('after sign-out the account’s list is cleared', async () => {
  list = [balm]
  storeSession()
  render(tab(data))
  await expectShown('ready: 1')
  localStorage.setItem('aurelle_signed_out', '11111111-1111-4111-8111-111111111111') // the visitor asked for it
  await act(async () => {
    const auth = await data.backend.auth()
    await auth.signOut()
  })
  await expectShown('ready: ')
  expect(localStorage.getItem(key)).toBeNull()
  expect(
    JSON.stringify(
      data.queryClient
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data ?? null),
    ),
  ).not.toContain(balm)
})

test('on a server the list is empty', () => {
  localStorage.setItem(key, JSON.stringify([balm]))
  expect(renderToString(tab(db.connect()))).toContain('loading: <')
})
