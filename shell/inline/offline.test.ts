// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchConnection } from './offline'

beforeEach(() => {
  document.body.innerHTML =
    '<a href="/products" data-cached hidden>Shop All</a><a href="/cart" data-cached hidden>Cart</a>'
  vi.stubGlobal('caches', {
    match: (url: string) => Promise.resolve(url.endsWith('/products') ? new Response() : undefined),
  })
})
afterEach(() => {
  document.body.innerHTML = ''
})

const shown = () =>
  [...document.querySelectorAll<HTMLElement>('a:not([hidden])')].map((link) => link.textContent)

test('only pages that are cached are linked', async () => {
  watchConnection()
  await vi.waitFor(() => {
    expect(shown()).toEqual(['Shop All'])
  })
})

test('the page reloads once the shop itself responds, not when the browser merely goes online', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const reachable = vi.fn<(url: string) => Promise<Response>>()
  vi.stubGlobal('fetch', reachable)
  watchConnection()
  for (const response of [Promise.reject(new TypeError('no network')), new Response(null, { status: 503 })]) {
    reachable.mockImplementation(() => Promise.resolve(response))
    window.dispatchEvent(new Event('online'))
    await Promise.allSettled([response])
  }
  expect(reachable).toHaveBeenCalledWith('/healthz', { cache: 'no-store' })
  expect(reload).not.toHaveBeenCalled()
  reachable.mockImplementation(() => Promise.resolve(new Response()))
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => {
    expect(reload).toHaveBeenCalled()
  })
})

test('the page asks by itself too, since not every browser says that it is online again', async () => {
  vi.useFakeTimers()
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
  watchConnection()
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reload).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
