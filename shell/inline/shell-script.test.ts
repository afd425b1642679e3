// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { retryShellScript } from './shell-script'

const fetched = vi.fn<typeof fetch>()
const scripts = () =>
  [...document.querySelectorAll('script')].map(({ src, integrity }) => ({ src, integrity }))
const released = { src: 'https://shop.example/index.js', integrity: 'sha384-x' }
let script: HTMLScriptElement
let listening: MockInstance<typeof document.addEventListener>

beforeEach(() => {
  vi.useFakeTimers()
  fetched.mockReset().mockImplementation(() => Promise.resolve(new Response('code')))
  vi.stubGlobal('fetch', fetched)
  document.body.innerHTML = ''
  document.head.innerHTML = ''
  script = Object.assign(document.createElement('script'), { ...released, type: 'text/plain', defer: true })
  listening = vi.spyOn(document, 'addEventListener')
  retryShellScript()
  document.head.append(script)
})

afterEach(() => {
  for (const listener of listening.mock.calls) document.removeEventListener(...listener)
})

test('a script that failed is asked for once more, past every cache, with its hash', async () => {
  script.dispatchEvent(new Event('error'))
  await vi.waitFor(() => {
    expect(document.querySelector('script[defer]')).toBeNull()
  })
  expect(scripts()).toEqual([released])
  expect(fetched).toHaveBeenCalledExactlyOnceWith(released.src, expect.objectContaining({ cache: 'reload' }))
})

test('when it fails again the page says so', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  script.dispatchEvent(new Event('error'))
  await vi.waitFor(() => {
    expect(document.querySelector('[role=alert]')?.textContent).toContain('could not be loaded')
  })
  expect(document.querySelector('[role=alert] button')?.textContent).toBe('Try again')
})

test('a script that never comes is asked for again after fifteen seconds', async () => {
  await vi.advanceTimersByTimeAsync(14_000)
  expect(fetched).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(fetched).toHaveBeenCalledOnce()
})

test('a script that has come is not asked for again', async () => {
  script.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(fetched).not.toHaveBeenCalled()
})
