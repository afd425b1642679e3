// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createBackend } from './backend'
import { createQueryClient, DataProvider } from './query'
import { useServerTime } from './server-time'

afterEach(() => {
  vi.useRealTimers()
})

const onServer = new Date('2026-11-27T13:00:00Z')
const minute = 60_000

/** The time that a page takes for the server's. @param respond how the web server responds */
async function timeBy(deviceAheadMs: number, respond: () => Promise<Response>): Promise<Date> {
  vi.useFakeTimers({ toFake: ['Date'], now: onServer.getTime() + deviceAheadMs })
  vi.stubGlobal('fetch', respond)
  const data = {
    backend: createBackend({ url: 'http://backend.test', key: 'k' }),
    queryClient: createQueryClient(),
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <DataProvider data={data}>{children}</DataProvider>
  )
  const { result } = renderHook(useServerTime, { wrapper })
  await waitFor(() => {
    expect(result.current.isKnown).toBe(true)
  })
  return result.current.now()
}
const dated = () => Promise.resolve(new Response(null, { headers: { date: onServer.toUTCString() } }))

test.each([120 * minute, -120 * minute, 30 * 24 * 60 * minute])(
  'with a clock that is %i ms fast the time is the server’s',
  async (ahead) => {
    expect(await timeBy(ahead, dated)).toEqual(onServer)
  },
)

test('a difference of seconds is that of the response, and none of the clocks', async () => {
  expect(await timeBy(5000, dated)).toEqual(new Date(onServer.getTime() + 5000))
})

test.each([
  ['does not answer', () => Promise.reject(new TypeError('no network'))],
  ['does not say', () => Promise.resolve(new Response())],
])('where the server %s, the clock of the device counts', async (_name, respond) => {
  expect(await timeBy(120 * minute, respond)).toEqual(new Date(onServer.getTime() + 120 * minute))
})
