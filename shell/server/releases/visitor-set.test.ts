import type { ReleaseSet } from '@shop/federation'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveReleaseSet } from './live-releases'
import { visitorSets } from './visitor-set'

const start = Date.UTC(2026, 10, 23)
const set = (id: string): ReleaseSet => ({ id, remotes: {} })
let live = 'new'
let known = ['old', 'new', 'mended']
let cookies: Record<string, string> = {}
/** The canary's set, which this visitor gets; null without one. */
let candidate: string | null = null
const reportBroken = vi.fn()

const releases: LiveReleaseSet = {
  current: () => Promise.resolve(set(live)),
  forVisitor: (id) => Promise.resolve(set(id !== null && known.includes(id) ? id : live)),
  lastGood: () => 'old',
  canary: () => null,
  reportBroken,
  problem: () => null,
}

function shop(siteUrl = 'http://localhost:3000') {
  const sets = visitorSets({ releases, siteUrl, candidateFor: () => candidate })
  return new Hono().route('/', sets.app).get('*', async (context) => {
    const given = await sets.at(context, context.req.path)
    const cookie = await sets.cookieFor(context, context.req.path, given)
    return context.text(given.id, 200, cookie === null ? {} : { 'set-cookie': cookie })
  })
}

/** What a browser with its cookies gets, which keeps those that come with it. */
async function ask(path: string, method = 'GET', headers: Record<string, string> = {}) {
  const cookie = Object.entries(cookies)
    .map((pair) => pair.join('='))
    .join('; ')
  const response = await shop().request(path, { method, headers: { cookie, ...headers } })
  for (const header of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
    if (value === '') delete cookies[name]
    else cookies[name] = value
  }
  return response.text()
}

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['Date'] })
  live = 'new'
  known = ['old', 'new', 'mended']
  cookies = {}
  candidate = null
  reportBroken.mockReset()
})
afterEach(() => vi.useRealTimers())

test.each(['/cart', '/checkout', '/checkout/payment'])(
  '%s keeps its set while another goes live',
  async (path) => {
    expect(await ask(path)).toBe('new')
    live = 'mended'
    expect([await ask(path), await ask('/checkout')]).toEqual(['new', 'new'])
  },
)

test('another tab gets the live set on other pages, and leaves the checkout its own', async () => {
  await ask('/checkout')
  live = 'mended'
  for (const path of ['/', '/products', '/cartography']) expect(await ask(path), path).toBe('mended')
  expect(await ask('/checkout/payment')).toBe('new')
})

test('a set is pinned for two hours, counted from the first page by the clock of the server', async () => {
  await ask('/cart')
  live = 'mended'
  vi.setSystemTime(start + 2 * 60 * 60_000)
  expect(await ask('/checkout')).toBe('new')
  vi.setSystemTime(start + 2 * 60 * 60_000 + 1000)
  expect(await ask('/checkout')).toBe('mended')
})

test('an emptied cart lets the set go in every tab', async () => {
  await ask('/checkout')
  live = 'mended'
  await ask('/pinned-set', 'DELETE')
  expect(await ask('/checkout')).toBe('mended')
})

test('a confirmation stays in the set of its checkout, and keeps none itself', async () => {
  await ask('/checkout/success')
  expect(cookies).toEqual({})
  await ask('/checkout')
  live = 'mended'
  expect([await ask('/checkout/success'), await ask('/checkout/success')]).toEqual(['new', 'new'])
})

test('a set that is withdrawn is pinned no longer, nor one that nobody knows', async () => {
  await ask('/cart')
  live = 'mended'
  known = ['mended']
  expect(await ask('/cart')).toBe('mended')
  cookies = {}
  await ask('/pinned-set/unknown', 'PUT')
  expect(cookies).toEqual({})
})

test('where the pinned set is withdrawn and the live one does not run, the cart gets the fallback', async () => {
  await ask('/cart')
  live = 'mended'
  known = ['old', 'mended']
  await ask('/broken-set/mended', 'PUT')
  expect(await ask('/cart')).toBe('old')
})

test('a tab that opens the cart without a new document pins its own set, unless another is pinned already', async () => {
  live = 'mended'
  await ask('/pinned-set/new', 'PUT')
  expect(await ask('/cart')).toBe('new')
  await ask('/pinned-set/old', 'PUT')
  expect(await ask('/cart')).toBe('new')
})

test('opening a page pins the release set, fetching it does not', async () => {
  await ask('/cart', 'GET', { 'sec-fetch-mode': 'cors' })
  expect(cookies).toEqual({})
  await ask('/cart', 'GET', { 'sec-fetch-mode': 'navigate' })
  expect(Object.keys(cookies)).toEqual(['aurelle_set'])
})

test('the set before is the fallback of a live one that does not run, for ten minutes or until another is live', async () => {
  await ask('/cart')
  await ask('/broken-set/new', 'PUT')
  expect(reportBroken).toHaveBeenCalledExactlyOnceWith('new')
  expect([await ask('/products'), await ask('/cart')]).toEqual(['old', 'old'])
  live = 'mended'
  expect([await ask('/products'), await ask('/cart')]).toEqual(['mended', 'mended'])
  live = 'new'
  cookies = {}
  await ask('/broken-set/new', 'PUT')
  vi.setSystemTime(start + 10 * 60_000 + 1000)
  expect(await ask('/products')).toBe('new')
})

test('a set that does not run leads to the live one where it is not live itself', async () => {
  await ask('/broken-set/new', 'PUT')
  expect(await ask('/products')).toBe('old')
  await ask('/broken-set/old', 'PUT')
  expect(await ask('/products')).toBe('new')
  cookies = {}
  await ask('/pinned-set/old', 'PUT')
  expect(await ask('/checkout')).toBe('old')
  await ask('/broken-set/old', 'PUT')
  expect(await ask('/checkout')).toBe('new')
})

test('a visitor whose browser runs neither set stays with the live one; another visitor has the fallback', async () => {
  for (const set of ['new', 'old', 'new']) await ask(`/broken-set/${set}`, 'PUT')
  expect(await ask('/products')).toBe('new')
  cookies = {}
  await ask('/broken-set/new', 'PUT')
  expect(await ask('/products')).toBe('old')
})

test('a report of a set that is neither live nor the fallback leaves no cookie', async () => {
  await ask('/broken-set/unknown', 'PUT')
  expect(cookies).toEqual({})
})

test.each([
  ['aurelle_set', 'old', 'new'],
  ['aurelle_set', '../old.1', 'new'],
  ['aurelle_set', `old.${String(start / 1000 + 365 * 86_400)}`, 'new'],
  ['aurelle_set', `old.${String(start / 1000 - 365 * 86_400)}`, 'new'],
  ['aurelle_set', `old.${String(start / 1000)}`, 'old'],
])('the cookie %s=%s gives the set %s', async (name, value, given) => {
  cookies[name] = value
  expect(await ask('/checkout')).toBe(given)
})

test('no script of a page reads the cookies, and https alone carries them where the shop has it', async () => {
  const response = await shop('https://shop.example').request('/checkout')
  expect(response.headers.get('set-cookie')).toBe(
    `aurelle_set=new.${String(start / 1000)}; Max-Age=7200; Path=/; HttpOnly; Secure; SameSite=Lax`,
  )
})

test('a visitor gets the canary, unless an open checkout keeps another set', async () => {
  expect(await ask('/cart')).toBe('new')
  candidate = 'mended'
  expect([await ask('/products'), await ask('/cart'), await ask('/checkout')]).toEqual([
    'mended',
    'new',
    'new',
  ])
  cookies = {}
  expect(await ask('/cart')).toBe('mended')
  candidate = null
  expect([await ask('/products'), await ask('/cart')]).toEqual(['new', 'mended'])
})

test('a browser in which the canary does not run gets the live set', async () => {
  candidate = 'mended'
  await ask('/broken-set/mended', 'PUT')
  expect(await ask('/products')).toBe('new')
  vi.setSystemTime(start + 10 * 60_000 + 1000)
  expect(await ask('/products')).toBe('mended')
})
