import { darkQuery, themeKey } from '@shop/ui/document'

/** Puts `data-theme` on `<html>` before the first paint, from the visitor's stored choice; light without one. */
export function applyTheme(): void {
  let theme: string | null | undefined
  try {
    theme = localStorage.getItem(themeKey)
  } catch {
    // Some private windows have no storage: the theme is light then.
  }
  const dark = theme === 'dark' || (theme === 'system' && matchMedia(darkQuery).matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}
