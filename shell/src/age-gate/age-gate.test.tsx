// @vitest-environment happy-dom
import { useAuth } from '@shop/auth'
import { createMemoryRouter, RouterProvider } from '@shop/router'
import { defaultSettings, SettingsProvider, type Settings } from '@shop/settings'
import { UiProvider } from '@shop/ui'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AgeGate } from './age-gate'

vi.mock('@shop/auth', () => ({ useAuth: vi.fn() }))

type Known = Pick<ReturnType<typeof useAuth>, 'status' | 'adminStatus'>
const stranger: Known = { status: 'signed-out', adminStatus: 'none' }

function visitor(known: Known) {
  vi.mocked(useAuth).mockReturnValue({
    ...known,
    user: null,
    admin: null,
    error: null,
    signIn: vi.fn(),
    signUp: vi.fn(),
    signOut: vi.fn(),
    retry: vi.fn(),
  })
}

function gateAt(path: string, scope: Settings['ageGate']['scope'] = 'home') {
  const router = createMemoryRouter([{ path: '*', Component: AgeGate }], { initialEntries: [path] })
  return (
    <UiProvider>
      <SettingsProvider value={{ ...defaultSettings, ageGate: { scope } }}>
        <RouterProvider router={router} />
      </SettingsProvider>
    </UiProvider>
  )
}

const gate = () => screen.queryByRole('dialog', { name: 'Age Verification Required' })
const yes = () => screen.getByRole('button', { name: 'I am 18 or older' })

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  visitor(stranger)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a stranger is asked on the home page; the first focus is on the confirmation and Escape does nothing', async () => {
  render(gateAt('/'))
  expect(gate()).toBeTruthy()
  expect(document.activeElement).toBe(yes())
  expect(document.documentElement.style.overflow).toBe('hidden')
  await userEvent.keyboard('{Escape}')
  expect(gate()).toBeTruthy()
})

test('Tab goes round inside the gate, either way', async () => {
  render(gateAt('/'))
  await userEvent.tab({ shift: true })
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'privacy policy' }))
  await userEvent.tab()
  expect(document.activeElement).toBe(yes())
})

test('who confirms is not asked again in this browser session', async () => {
  render(gateAt('/'))
  await userEvent.click(yes())
  expect(gate()).toBeNull()
  expect(document.documentElement.style.overflow).toBe('')
  cleanup()
  render(gateAt('/'))
  expect(gate()).toBeNull()
})

test('who leaves goes to a search engine', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  render(gateAt('/'))
  await userEvent.click(screen.getByRole('button', { name: 'Exit' }))
  expect(replace).toHaveBeenCalledWith('https://www.google.com')
})

test('staff are not asked', () => {
  visitor({ status: 'signed-in', adminStatus: 'admin' })
  render(gateAt('/'))
  expect(gate()).toBeNull()
})

test('while it is not known whether the visitor is staff the page is covered and the question waits, but not for long', () => {
  vi.useFakeTimers()
  visitor({ status: 'signed-in', adminStatus: 'loading' })
  render(gateAt('/'))
  expect(gate()).toBeTruthy()
  expect(document.activeElement).not.toBe(yes())
  act(() => {
    vi.advanceTimersByTime(2000)
  })
  expect(document.activeElement).toBe(yes())
})

test('only the home page asks, or every page but those to be agreed to', () => {
  render(gateAt('/products'))
  expect(gate()).toBeNull()
  cleanup()
  render(gateAt('/products', 'all'))
  expect(gate()).toBeTruthy()
  for (const path of ['/terms', '/privacy', '/admin/login']) {
    cleanup()
    render(gateAt(path, 'all'))
    expect(gate()).toBeNull()
  }
})

test('a server draws the question open, where a page asks it', () => {
  expect(renderToString(gateAt('/'))).toMatch(/<dialog open=""[\s\S]*Age Verification Required/)
  expect(renderToString(gateAt('/products'))).not.toContain('<dialog')
})
