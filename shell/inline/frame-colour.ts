import { ground } from './ground'

/** Has the colour of the browser's frame follow the theme, which is the visitor's choice and not always the system's. */
export function followTheme(): void {
  const root = document.documentElement
  const meta = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  const update = () => {
    if (meta) meta.content = root.dataset.theme === 'dark' ? ground.dark : ground.light
  }
  update()
  new MutationObserver(update).observe(root, { attributeFilter: ['data-theme'] })
}
