// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useColorMode } from './color-mode'
import { renderUi } from './testing'

let system: { dark: boolean; notify: () => void }

beforeEach(() => {
  const listeners = new Set<() => void>()
  system = { dark: false, notify: () => listeners.forEach((listener) => listener()) }
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return system.dark
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }))
})

function ThemeProbe() {
  const { mode, resolved, setMode } = useColorMode()
  return (
    <>
      <p>{`${mode} ${resolved}`}</p>
      <button onClick={() => setMode('dark')}>Dark</button>
      <button onClick={() => setMode('system')}>System</button>
    </>
  )
}

const theme = () => document.documentElement.dataset.theme

test('the default is light, and a choice is stored', () => {
  renderUi(<ThemeProbe />)
  expect(screen.getByText('light light')).toBeVisible()
  fireEvent.click(screen.getByText('Dark'))
  expect(screen.getByText('dark dark')).toBeVisible()
  expect(theme()).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
})

test('system mode follows changes of the system', () => {
  renderUi(<ThemeProbe />)
  fireEvent.click(screen.getByText('System'))
  expect(theme()).toBe('light')
  system.dark = true
  act(() => system.notify())
  expect(screen.getByText('system dark')).toBeVisible()
  expect(theme()).toBe('dark')
})

test('a choice made in another tab arrives here', () => {
  renderUi(<ThemeProbe />)
  localStorage.setItem('theme', 'dark')
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  })
  expect(screen.getByText('dark dark')).toBeVisible()
})
