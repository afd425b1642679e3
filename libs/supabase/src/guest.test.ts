// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { createGuest, guestIdIn } from './guest'

const id = `session_${'ab'.repeat(24)}`
const written: string[] = []

beforeEach(() => {
  written.length = 0
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => {
    written.push(cookie)
  })
})

test('the form cookie is set when the id is created, and deleted with it', () => {
  const guest = createGuest(localStorage)
  expect(written).toEqual([])
  const made = guest.ensure()
  expect(written.at(-1)).toMatch(
    new RegExp(`^aurelle_form_session_id=${made}; Path=/cart/items; Max-Age=31536000; SameSite=Lax`),
  )
  guest.clear()
  expect(written.at(-1)).toBe('aurelle_form_session_id=; Path=/cart/items; Max-Age=0')
})

test('the form cookie is renewed for another year at the next visit', () => {
  localStorage.setItem('aurelle_session_id', id)
  createGuest(localStorage)
  expect(written).toHaveLength(1)
  expect(written[0]).toContain(id)
})

test('an id from a visit without scripts is adopted, but never replaces a stored one', () => {
  createGuest(localStorage).adopt(id)
  expect(localStorage.getItem('aurelle_session_id')).toBe(id)
  createGuest(localStorage).adopt(`session_${'cd'.repeat(24)}`)
  expect(localStorage.getItem('aurelle_session_id')).toBe(id)
})

test('the id is found among other cookies; invalid ids are not', () => {
  expect(guestIdIn(`b=1; aurelle_session_id=nonsense; aurelle_session_id=${id}`)).toBe(id)
  expect(guestIdIn(`not_aurelle_session_id=${id}`)).toBeNull()
  expect(guestIdIn('')).toBeNull()
})
