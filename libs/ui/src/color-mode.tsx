import { atom, storedAtom, useAtomValue, useStore, useStored } from '@shop/state'
import { useEffect, useMemo } from 'react'
import * as v from 'valibot'
import { darkQuery, themeKey } from './theme-key'

const modes = ['light', 'dark', 'system'] as const
export type ColorMode = (typeof modes)[number]
type ResolvedMode = 'light' | 'dark'

const modeAtom = storedAtom<ColorMode>(themeKey, v.picklist(modes), {
  storage: 'local',
  format: 'text',
  fallback: 'light',
})

const systemChangesAtom = atom(0)
systemChangesAtom.onMount = (setChanges) => {
  const system = matchMedia(darkQuery)
  const count = () => {
    setChanges((changes) => changes + 1)
  }
  count()
  system.addEventListener('change', count)
  return () => {
    system.removeEventListener('change', count)
  }
}

const resolvedAtom = atom((get): ResolvedMode => {
  const mode = get(modeAtom)
  if (mode !== 'system') return mode
  get(systemChangesAtom)
  return matchMedia(darkQuery).matches ? 'dark' : 'light'
})

/** Keeps `data-theme` of `<html>` up to date; before the first paint the inline script (shell/inline/theme.ts) sets it. */
export function PageTheme() {
  const store = useStore()
  useEffect(() => {
    const show = () => {
      const { dataset } = document.documentElement
      const theme = store.get(resolvedAtom)
      // Written only on change: any write makes the browser recalculate styles.
      if (dataset.theme !== theme) dataset.theme = theme
    }
    const unsubscribe = store.sub(resolvedAtom, show)
    show()
    return unsubscribe
  }, [store])
  return null
}

/** The chosen theme, the resolved one, and a setter. On a server and during hydration it is 'light'. */
export function useColorMode(): {
  mode: ColorMode
  resolved: ResolvedMode
  setMode: (mode: ColorMode) => void
} {
  const [mode, setMode] = useStored(modeAtom)
  const resolved = useAtomValue(resolvedAtom, 'light')
  return useMemo(() => ({ mode, resolved, setMode }), [mode, resolved, setMode])
}
