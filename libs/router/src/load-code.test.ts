import { beforeEach, expect, test, vi } from 'vitest'
import { loadCode } from './load-code'

const lost = Object.assign(new Error('Loading chunk 7 failed'), { request: 'https://shop.example/7.js' })
const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  fetched.mockReset().mockImplementation(() => Promise.resolve(new Response('code')))
  vi.stubGlobal('fetch', fetched)
})

test('a script that could not be loaded is asked for once more, past every cache', async () => {
  const load = vi.fn().mockRejectedValueOnce(lost).mockResolvedValueOnce('code')
  expect(await loadCode(load)).toBe('code')
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    'https://shop.example/7.js',
    expect.objectContaining({ cache: 'reload' }),
  )
})

test('code that fails to load twice is reported as failed, and is requested again by the next call', async () => {
  const load = vi.fn().mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockResolvedValueOnce('code')
  await expect(loadCode(load)).rejects.toBe(lost)
  expect(await loadCode(load)).toBe('code')
})

test('without a connection the second attempt ends with it', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const load = vi.fn().mockRejectedValue(lost)
  await expect(loadCode(load)).rejects.toThrow('Failed to fetch')
  expect(load).toHaveBeenCalledOnce()
})

test('code that throws is not asked for again', async () => {
  const load = vi.fn().mockRejectedValue(new Error('It threw'))
  await expect(loadCode(load)).rejects.toThrow('It threw')
  expect(fetched).not.toHaveBeenCalled()
})
