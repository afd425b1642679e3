// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { createGuest, hostCookie, readGuestCookie } from './guest'

const id = `session_${'ab'.repeat(24)}`
const other = `session_${'cd'.repeat(24)}`
const written: string[] = []

const agents = {
  chromium:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  webkit:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
}

beforeEach(() => {
  written.length = 0
  vi.stubGlobal('location', new URL('https://shop.example/cart'))
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => {
    written.push(cookie)
  })
})

test.each([
  ['https://shop.example', Object.values(agents), true],
  ['http://localhost:3000', [agents.chromium, agents.firefox, ''], true],
  ['http://127.0.0.1:3000', [agents.chromium, agents.firefox, ''], true],
  ['http://localhost:3000', [agents.webkit], false],
  ['http://shop.example', Object.values(agents), false],
  ['http://localhost.shop.example', Object.values(agents), false],
])('at %s a cookie has the prefix of the host wherever the browser takes it', (url, browsers, isPrefixed) => {
  for (const agent of browsers) expect(hostCookie('a', url, agent), agent).toBe(isPrefixed ? '__Host-a' : 'a')
})

test('the cookie is set when the id is created, and deleted with it', () => {
  const guest = createGuest(localStorage)
  expect(written).toEqual([])
  const made = guest.ensure()
  expect(written.at(-1)).toBe(
    `__Host-aurelle_session_id=${made}; Path=/; Max-Age=31536000; SameSite=Lax; Secure`,
  )
  guest.clear()
  expect(written.at(-1)).toBe('__Host-aurelle_session_id=; Path=/; Max-Age=0; SameSite=Lax; Secure')
})

test('without https the cookie has no prefix', () => {
  vi.stubGlobal('location', new URL('http://shop.example/cart'))
  const made = createGuest(localStorage).ensure()
  expect(written).toEqual([`aurelle_session_id=${made}; Path=/; Max-Age=31536000; SameSite=Lax`])
})

test('the cookie is renewed for another year at the next visit', () => {
  localStorage.setItem('aurelle_session_id', id)
  createGuest(localStorage)
  expect(written).toHaveLength(1)
  expect(written[0]).toContain(id)
})

test('the id that a form has brought is adopted, as the last one', () => {
  createGuest(localStorage).adopt(id)
  expect(localStorage.getItem('aurelle_session_id')).toBe(id)
  createGuest(localStorage).adopt(other)
  expect(localStorage.getItem('aurelle_session_id')).toBe(other)
})

test.each([
  [`b=1; __Host-aurelle_session_id=${id}`, id],
  ['b=1; __Host-aurelle_session_id=nonsense', null],
  // Another host of the domain can plant these.
  [`aurelle_session_id=${id}`, null],
  [`not__Host-aurelle_session_id=${id}; __host-aurelle_session_id=${id}`, null],
  ['', null],
])('of the cookies %j the id %j is read', (cookies, read) => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookies)
  expect(readGuestCookie()).toBe(read)
})

test('the next id stays the same until the cart has moved to it', () => {
  const guest = createGuest(localStorage)
  expect([guest.prepareNextId(), guest.pendingNextId()]).toEqual([null, null])
  guest.adopt(id)
  expect(guest.pendingNextId()).toBeNull()
  const next = guest.prepareNextId()
  expect(next).toMatch(/^session_[0-9a-f]{48}$/)
  expect([guest.prepareNextId(), createGuest(localStorage).pendingNextId(), guest.id()]).toEqual([
    next,
    next,
    id,
  ])
  guest.moveToNextId()
  expect([guest.id(), guest.pendingNextId()]).toEqual([next, null])
  expect(written.at(-1)).toContain(`=${String(next)};`)
})

test('the next id of a rejected checkout, and of a guest who is gone, is forgotten', () => {
  const guest = createGuest(localStorage)
  guest.adopt(id)
  const rejected = guest.prepareNextId()
  guest.discardNextId()
  expect([guest.pendingNextId(), guest.id()]).toEqual([null, id])
  expect(guest.prepareNextId()).not.toBe(rejected)
  guest.clear()
  guest.adopt(other)
  expect(guest.pendingNextId()).toBeNull()
})

test.each(['session_old', '{"id":1}', '', 'session_%_%_%_%_%_%_%_%'])(
  'an id of another form, %s, is dropped from storage and cookie',
  (foreign) => {
    localStorage.setItem('aurelle_session_id', foreign)
    vi.spyOn(document, 'cookie', 'get').mockReturnValue(`__Host-aurelle_session_id=${foreign}`)
    const guest = createGuest(localStorage)
    expect([guest.id(), readGuestCookie()]).toEqual([null, null])
    expect(localStorage.getItem('aurelle_session_id')).toBeNull()
    expect(written).toEqual(['__Host-aurelle_session_id=; Path=/; Max-Age=0; SameSite=Lax; Secure'])
    expect(guest.ensure()).toMatch(/^session_[0-9a-f]{48}$/)
  },
)

test('a next id of another form is dropped, and another one is made', () => {
  const guest = createGuest(localStorage)
  guest.adopt(id)
  localStorage.setItem('aurelle_next_session_id', 'session_old')
  expect(guest.pendingNextId()).toBeNull()
  expect(localStorage.getItem('aurelle_next_session_id')).toBeNull()
  expect(guest.prepareNextId()).toMatch(/^session_[0-9a-f]{48}$/)
})
