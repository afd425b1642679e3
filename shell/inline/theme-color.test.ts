// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { syncThemeColor } from './theme-color'

test('the theme-color meta element follows the theme', async () => {
  document.head.innerHTML = '<meta name="theme-color" content="#F2F0E9">'
  const colour = () => document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content
  document.documentElement.dataset.theme = 'dark'
  syncThemeColor()
  expect(colour()).toBe('#141511')
  document.documentElement.dataset.theme = 'light'
  await vi.waitFor(() => {
    expect(colour()).toBe('#F2F0E9')
  })
})
