// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { followAccountLink } from './account-link'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/', '#access_token=a&type=recovery', '/auth/link#access_token=a&type=recovery'],
  [
    '/products/x',
    '#error=access_denied&error_code=otp_expired',
    '/auth/link#error=access_denied&error_code=otp_expired',
  ],
  ['/', '#message=Confirmation+link+accepted', '/auth/link#message=Confirmation+link+accepted'],
  ['/auth/link', '#access_token=a', null],
  ['/faq', '#delivery', null],
  ['/', '', null],
])('%s%s leads to %s', (pathname, hash, target) => {
  const replace = vi.fn()
  vi.stubGlobal('location', { pathname, hash, replace })
  followAccountLink()
  expect(replace.mock.calls).toEqual(target === null ? [] : [[target]])
})
