// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { applyTheme } from './theme'

let system: 'light' | 'dark'

beforeEach(() => {
  system = 'light'
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes(system) }))
})

function themeOf(stored: string | null): string | undefined {
  if (stored !== null) localStorage.setItem('theme', stored)
  applyTheme()
  return document.documentElement.dataset.theme
}

test.each([
  [null, 'dark', 'light'],
  ['light', 'dark', 'light'],
  ['dark', 'light', 'dark'],
  ['system', 'light', 'light'],
  ['system', 'dark', 'dark'],
  ['something else', 'dark', 'light'],
] as const)(
  'with %s chosen and a %s system the page is %s from its first paint',
  (stored, prefers, theme) => {
    system = prefers
    expect(themeOf(stored)).toBe(theme)
  },
)

test('without storage the page is light', () => {
  vi.stubGlobal('localStorage', undefined)
  document.documentElement.dataset.theme = 'dark'
  expect(themeOf(null)).toBe('light')
})
