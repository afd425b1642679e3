// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { followTheme } from './frame-colour'

test('the browser’s frame has the colour of the theme, and changes with it', async () => {
  document.head.innerHTML = '<meta name="theme-color" content="#F2F0E9">'
  const colour = () => document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content
  document.documentElement.dataset.theme = 'dark'
  followTheme()
  expect(colour()).toBe('#141511')
  document.documentElement.dataset.theme = 'light'
  await vi.waitFor(() => {
    expect(colour()).toBe('#F2F0E9')
  })
})
