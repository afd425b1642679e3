// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { loadPageCode } from './page-code'

const routes = [{ path: '/products' }]

test('code that could not be loaded is loaded again when the visitor asks', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn().mockRejectedValueOnce(new Error('Offline')).mockResolvedValueOnce(routes)
  const code = loadPageCode('/products', load)
  await vi.waitFor(() => {
    expect(code.problem()).toBe('failed')
  })
  code.retry()
  expect(code.problem()).toBe('late')
  expect(await code.routes).toBe(routes)
  expect(code.problem()).toBeNull()
  expect(load.mock.calls).toEqual([[false], [true]])
})

test('code that takes long says so, and whoever asks again waits no longer for the first attempt', async () => {
  vi.useFakeTimers()
  const load = vi
    .fn()
    .mockReturnValueOnce(new Promise(() => undefined))
    .mockResolvedValueOnce(routes)
  const code = loadPageCode('/products', load)
  expect(code.problem()).toBeNull()
  vi.advanceTimersByTime(4000)
  expect(code.problem()).toBe('late')
  code.retry()
  expect(await code.routes).toBe(routes)
  expect(code.problem()).toBeNull()
})

test('a later navigation learns that the code cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const code = loadPageCode('/products', () => Promise.reject(new Error('Offline')))
  await vi.waitFor(() => {
    expect(code.problem()).toBe('failed')
  })
  await expect(code.latest()).rejects.toThrow('Offline')
})

test('code that does not come as the document is being left is not logged, and is once Back has returned to it', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  dispatchEvent(new Event('beforeunload'))
  const code = loadPageCode('/products', () => Promise.reject(new Error('Load failed')))
  await vi.waitFor(() => {
    expect(code.problem()).toBe('failed')
  })
  expect(logged).not.toHaveBeenCalled()
  dispatchEvent(new Event('pageshow'))
  code.retry()
  await vi.waitFor(() => {
    expect(logged).toHaveBeenCalledWith(new Error('Load failed'))
  })
})
