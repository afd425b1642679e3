// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { UiProvider } from '@shop/ui'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Camera } from './camera'

const stop = vi.fn()
const stream = () => Object.assign(new MediaStream(), { getTracks: () => [{ stop }] })
const detect = vi.fn()
let getUserMedia: ReturnType<typeof vi.fn>

class Detector {
  static formats = ['qr_code', 'ean_13', 'code_128', 'aztec']
  static getSupportedFormats = () => Promise.resolve(Detector.formats)
  detect = detect
}

beforeEach(() => {
  getUserMedia = vi.fn(() => Promise.resolve(stream()))
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  vi.stubGlobal('BarcodeDetector', Detector)
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  stop.mockClear()
  detect.mockReset().mockResolvedValue([])
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

const onCode = vi.fn()
const start = async () => {
  onCode.mockClear()
  render(
    <UiProvider>
      <Camera onCode={onCode} />
    </UiProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Use the camera' }))
}

test('the browser’s own detector reads a code that two frames show, and the camera goes off', async () => {
  detect
    .mockResolvedValueOnce([{ rawValue: '5012345678900' }])
    .mockResolvedValueOnce([{ rawValue: '5012345678908' }])
    .mockResolvedValue([{ rawValue: '5012345678900' }])
  await start()
  await waitFor(() => expect(onCode).toHaveBeenCalledWith('5012345678900'))
  expect(onCode).toHaveBeenCalledTimes(1)
  expect(detect.mock.calls.length).toBeGreaterThanOrEqual(4)
  expect(stop).toHaveBeenCalledTimes(1)
  screen.getByRole('button', { name: 'Use the camera' })
})

test.each([
  ['NotAllowedError', /The camera is blocked/],
  ['NotReadableError', /could not be started/],
])('%s is explained, and the camera can be tried again', async (name, words) => {
  getUserMedia.mockRejectedValue(new DOMException('no', name))
  await start()
  await screen.findByText(words)
  screen.getByRole('button', { name: 'Use the camera' })
  expect(onCode).not.toHaveBeenCalled()
})

test('without a camera the button goes', async () => {
  getUserMedia.mockRejectedValue(new DOMException('no', 'NotFoundError'))
  await start()
  await screen.findByText(/There is no camera here/)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

test('stopping, hiding the page and leaving it each switch the camera off', async () => {
  await start()
  await screen.findByText(/Looking for a code/)
  await userEvent.click(screen.getByRole('button', { name: 'Stop the camera' }))
  await waitFor(() => expect(stop).toHaveBeenCalledTimes(1))

  await userEvent.click(screen.getByRole('button', { name: 'Use the camera' }))
  await screen.findByText(/Looking for a code/)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(stop).toHaveBeenCalledTimes(2))
  hidden.mockRestore()

  await userEvent.click(await screen.findByRole('button', { name: 'Use the camera' }))
  await screen.findByText(/Looking for a code/)
  cleanup()
  expect(stop).toHaveBeenCalledTimes(3)
  expect(onCode).not.toHaveBeenCalled()
})
