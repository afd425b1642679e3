// @vitest-environment happy-dom
import { testSettings } from '@shop/settings/testing'
import { fakeSupabase, renderApp, storeStaffSession } from '@shop/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import routes from '../../routes'
import './qr-code-page'
import { saveFile } from '../../kit/save-file'
import { qrPng } from './qr-files'

vi.mock('../../kit/save-file', () => ({ saveFile: vi.fn() }))
vi.mock('./qr-files', () => ({
  qrPng: vi.fn(() => Promise.resolve(new Blob(['png'], { type: 'image/png' }))),
  qrSvgFile: () => new Blob(['svg'], { type: 'image/svg+xml' }),
}))

const open = (provider = 'local') =>
  renderApp(routes, {
    path: '/admin/qr-code',
    settings: { ...testSettings, qr: { provider } },
  })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const writeText = vi.fn()

beforeEach(() => {
  storeStaffSession()
  fakeSupabase().addStaff()
  vi.mocked(saveFile).mockClear()
  writeText.mockReset().mockResolvedValue(undefined)
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
})

// After userEvent, which brings a clipboard of its own.
const stubClipboard = () => {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
}

test('the code is of the store’s address, drawn here, 300 by 300', async () => {
  open()
  const code = await screen.findByRole('img', { name: `QR code of ${location.origin}` })
  expect([code.tagName, code.getAttribute('width'), code.getAttribute('height')]).toEqual([
    'svg',
    '300',
    '300',
  ])
  expect(screen.getByLabelText('Store address')).toHaveValue(location.origin)
  for (const title of ['On mobile', 'How to use it', 'Placement tips', 'Marketing tips'])
    screen.getByRole('heading', { name: title })
})

test('a service draws the code, and when it does not answer the shop does', async () => {
  open('https://qr.example/v1?size=300x300&data={url}')
  const picture = await screen.findByRole('img', { name: /^QR code of/ })
  expect(picture).toHaveAttribute(
    'src',
    `https://qr.example/v1?size=300x300&data=${encodeURIComponent(location.origin)}`,
  )
  fireEvent.error(picture)
  expect(screen.getByRole('img', { name: /^QR code of/ }).tagName).toBe('svg')
})

test('a service without https is not asked', async () => {
  open('http://qr.example/{url}')
  expect((await screen.findByRole('img', { name: /^QR code of/ })).tagName).toBe('svg')
})

test('downloads: the picture, and two files for print', async () => {
  open()
  await press('Download')
  await screen.findByText('Downloaded!')
  await press('For print (PNG)')
  await press('For print (SVG)')
  expect(vi.mocked(qrPng).mock.calls.map(([, size]) => size)).toEqual([300, 1200])
  expect(vi.mocked(saveFile).mock.calls.map(([, name]) => name)).toEqual([
    'aurelle-moss-qr-code.png',
    'aurelle-moss-qr-code-print.png',
    'aurelle-moss-qr-code.svg',
  ])
})

test('the address is copied, and the button says so for two seconds', async () => {
  open()
  const button = await screen.findByRole('button', { name: 'Copy address' })
  stubClipboard()
  vi.useFakeTimers()
  await act(async () => {
    fireEvent.click(button)
    await Promise.resolve()
  })
  expect(writeText).toHaveBeenCalledWith(location.origin)
  screen.getByText('Copied!')
  act(() => {
    vi.advanceTimersByTime(1_999)
  })
  expect(button.textContent).toBe('Copied')
  act(() => {
    vi.advanceTimersByTime(1)
  })
  expect(button.textContent).toBe('Copy address')
})

test('a clipboard that rejects is reported in the words of the specification', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  writeText.mockRejectedValue(new Error('blocked'))
  open()
  const button = await screen.findByRole('button', { name: 'Copy address' })
  stubClipboard()
  fireEvent.click(button)
  await screen.findByText('Copy Failed')
  screen.getByText('Unable to copy to clipboard')
})

test('the address is shared by the device; cancelling does nothing', async () => {
  const share = vi.fn().mockRejectedValue(new DOMException('cancelled', 'AbortError'))
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  open()
  const button = await screen.findByRole('button', { name: 'Share' })
  stubClipboard()
  await act(async () => {
    fireEvent.click(button)
    await Promise.resolve()
  })
  expect(share).toHaveBeenCalledWith({ title: 'Aurelle & Moss', url: location.origin })
  expect(writeText).not.toHaveBeenCalled()
})

test.each(['no share sheet', 'a share sheet that fails'])('with %s the address is copied', async (kind) => {
  if (kind !== 'no share sheet')
    Object.defineProperty(navigator, 'share', {
      value: () => Promise.reject(new DOMException('no', 'NotAllowedError')),
      configurable: true,
    })
  open()
  const button = await screen.findByRole('button', { name: 'Share' })
  stubClipboard()
  fireEvent.click(button)
  await screen.findByText('Copied!')
  expect(writeText).toHaveBeenCalledWith(location.origin)
})
