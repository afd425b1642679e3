// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenIdle } from './when-idle'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a browser that is never idle calls back within two seconds', () => {
  vi.stubGlobal('requestIdleCallback', (call: () => void, { timeout }: IdleRequestOptions = {}) => {
    if (timeout !== undefined) setTimeout(call, timeout)
  })
  const call = vi.fn()
  whenIdle(call)
  vi.advanceTimersByTime(2000)
  expect(call).toHaveBeenCalledOnce()
})
