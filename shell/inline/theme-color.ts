import { pageBackground } from './page-background'

/** Keeps `<meta name="theme-color">` in sync with the theme, which need not be the system's. */
export function syncThemeColor(): void {
  const root = document.documentElement
  const meta = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  const update = () => {
    if (meta) meta.content = root.dataset.theme === 'dark' ? pageBackground.dark : pageBackground.light
  }
  update()
  new MutationObserver(update).observe(root, { attributeFilter: ['data-theme'] })
}
