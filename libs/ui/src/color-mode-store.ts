import { darkQuery, themeKey } from './theme-key'

export type ColorMode = 'light' | 'dark' | 'system'
export type ResolvedMode = 'light' | 'dark'

export interface ColorModeStore {
  mode(): ColorMode
  resolved(): ResolvedMode
  setMode(mode: ColorMode): void
  subscribe(changed: () => void): () => void
}

function read(): ColorMode {
  try {
    const stored = localStorage.getItem(themeKey)
    return stored === 'dark' || stored === 'system' ? stored : 'light'
  } catch {
    return 'light' // storage is closed to us in some private windows
  }
}

/** The visitor's choice of light, in browser storage; other tabs and the system's own change are heard. Browser only. */
export function createColorModeStore(): ColorModeStore {
  let chosen = read()
  const listeners = new Set<() => void>()
  const resolved = (): ResolvedMode =>
    chosen === 'dark' || (chosen === 'system' && matchMedia(darkQuery).matches) ? 'dark' : 'light'
  const show = () => {
    const { dataset } = document.documentElement
    // Written only when it changes: a browser styles the page anew for any write.
    if (dataset.theme !== resolved()) dataset.theme = resolved()
  }
  const apply = () => {
    show()
    for (const tell of listeners) tell()
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key !== themeKey && event.key !== null) return
    chosen = read()
    apply()
  }
  return {
    mode: () => chosen,
    resolved,
    setMode(mode) {
      chosen = mode
      try {
        localStorage.setItem(themeKey, mode)
      } catch {
        // the choice then lasts for this page only
      }
      apply()
    },
    subscribe(changed) {
      if (listeners.size === 0) {
        addEventListener('storage', onStorage)
        matchMedia(darkQuery).addEventListener('change', apply)
        show()
      }
      listeners.add(changed)
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0) return
        removeEventListener('storage', onStorage)
        matchMedia(darkQuery).removeEventListener('change', apply)
      }
    },
  }
}
