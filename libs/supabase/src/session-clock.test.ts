import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage, withDeviceExpiry } from './session-clock'

/** One o'clock on the server, in seconds. */
const serverNow = Date.UTC(2026, 10, 27, 13) / 1000
const hour = 3600
const key = 'aurelle_auth'

const tokenOf = (iat: number, subject = 'a') =>
  `h.${btoa(JSON.stringify({ iat, exp: iat + hour, sub: subject }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}.s`
const received = (subject?: string) => ({
  access_token: tokenOf(serverNow, subject),
  refresh_token: 'r',
  expires_at: serverNow + hour,
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const setDeviceAhead = (seconds: number) => {
  vi.setSystemTime((serverNow + seconds) * 1000)
}
const endOf = (text: string | null): unknown => {
  const session: unknown = JSON.parse(text ?? '{}')
  return typeof session === 'object' && session !== null && 'expires_at' in session
    ? session.expires_at
    : null
}

test.each([0, 2 * hour, -2 * hour, 24 * hour * 365, 40, -40])(
  'with a clock that is %i seconds fast a session ends an hour after it was received',
  (ahead) => {
    setDeviceAhead(ahead)
    const storage = withDeviceExpiry(memoryStorage())
    storage.setItem(key, JSON.stringify(received()))
    expect(endOf(storage.getItem(key))).toBe(serverNow + ahead + hour)
    setDeviceAhead(ahead + 1800)
    expect(endOf(storage.getItem(key))).toBe(serverNow + ahead + hour)
  },
)

test('stored again with another user, a session keeps its end; a new token starts anew', () => {
  setDeviceAhead(2 * hour)
  const storage = withDeviceExpiry(memoryStorage())
  storage.setItem(key, JSON.stringify(received()))
  setDeviceAhead(2 * hour + 1200)
  storage.setItem(key, JSON.stringify({ ...received(), user: 'b' }))
  expect(endOf(storage.getItem(key))).toBe(serverNow + 3 * hour)
  storage.setItem(key, JSON.stringify(received('b')))
  expect(endOf(storage.getItem(key))).toBe(serverNow + 3 * hour + 1200)
})

test('after the clock was set back the session has ended as far as is known, so that it is renewed', () => {
  setDeviceAhead(2 * hour)
  const storage = withDeviceExpiry(memoryStorage())
  storage.setItem(key, JSON.stringify(received()))
  setDeviceAhead(60)
  expect(Number(endOf(storage.getItem(key)))).toBeLessThan(serverNow)
})

test('a session that an earlier release stored by the server’s clock is renewed once where the clock is slow', () => {
  setDeviceAhead(-2 * hour)
  const kept = memoryStorage()
  kept.setItem(key, JSON.stringify(received()))
  expect(Number(endOf(withDeviceExpiry(kept).getItem(key)))).toBeLessThan(serverNow - 2 * hour)
})

test.each(['"code-verifier"', 'not JSON', '{}', JSON.stringify({ access_token: 'opaque', expires_at: 5 })])(
  'a value that is not a session with a lifetime is stored unchanged: %s',
  (text) => {
    const storage = withDeviceExpiry(memoryStorage())
    storage.setItem(key, text)
    expect(storage.getItem(key)).toBe(text)
    storage.removeItem(key)
    expect(storage.getItem(key)).toBeNull()
  },
)
