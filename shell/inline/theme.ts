import { darkQuery, themeKey } from '@shop/ui/document'

/** Puts `data-theme` on `<html>` before the first paint, from what the visitor chose earlier; light without a choice. */
export function applyTheme(): void {
  let theme: string | null | undefined
  try {
    theme = localStorage.getItem(themeKey)
  } catch {
    // Some private windows have no storage: the theme is then the light one.
  }
  const dark = theme === 'dark' || (theme === 'system' && matchMedia(darkQuery).matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}
