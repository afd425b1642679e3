// @vitest-environment happy-dom
import { RouterProvider } from '@shop/router'
import { createMemoryRouter } from '@shop/router/testing'
import { SettingsProvider, type Settings } from '@shop/settings'
import { testSettings } from '@shop/settings/testing'
import { storeStaffSession } from '@shop/testing'
import { UiProvider } from '@shop/ui'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { AgeGate } from './age-gate'

const everywhere: Settings['ageGate'] = { scope: 'all' }

function gateAt(path: string, ageGate = testSettings.ageGate) {
  const router = createMemoryRouter([{ path: '*', Component: AgeGate }], { initialEntries: [path] })
  return (
    <UiProvider>
      <SettingsProvider value={{ ...testSettings, ageGate }}>
        <RouterProvider router={router} />
      </SettingsProvider>
    </UiProvider>
  )
}

const gate = () => screen.queryByRole('dialog', { name: 'Age Verification Required' })
const yes = () => screen.getByRole('button', { name: 'I am 18 or older' })

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})

test('a guest is asked on the home page; the confirmation has the focus and Escape does nothing', async () => {
  render(gateAt('/'))
  expect(gate()).toBeVisible()
  expect(yes()).toHaveFocus()
  expect(document.documentElement.style.overflow).toBe('hidden')
  await userEvent.keyboard('{Escape}')
  expect(gate()).toBeVisible()
})

test('after confirming, a visitor is not asked again in this browser session', async () => {
  render(gateAt('/'))
  await userEvent.click(yes())
  expect(gate()).not.toBeInTheDocument()
  expect(document.documentElement.style.overflow).toBe('')
  cleanup()
  render(gateAt('/'))
  expect(gate()).not.toBeInTheDocument()
})

test('Exit redirects to a search engine', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  render(gateAt('/'))
  await userEvent.click(screen.getByRole('button', { name: 'Exit' }))
  expect(replace).toHaveBeenCalledWith('https://www.google.com')
})

test('a browser with a staff session is not asked', () => {
  storeStaffSession()
  render(gateAt('/'))
  expect(gate()).not.toBeInTheDocument()
})

test('the gate is on the home page only, or on all pages except the legal ones', () => {
  render(gateAt('/products'))
  expect(gate()).not.toBeInTheDocument()
  cleanup()
  render(gateAt('/products', everywhere))
  expect(gate()).toBeVisible()
  for (const path of ['/terms', '/privacy', '/admin/login']) {
    cleanup()
    render(gateAt(path, everywhere))
    expect(gate()).not.toBeInTheDocument()
  }
})

test('the server renders the gate open', () => {
  expect(renderToString(gateAt('/'))).toMatch(/<dialog open=""[\s\S]*Age Verification Required/)
  expect(renderToString(gateAt('/products'))).not.toContain('<dialog')
})
