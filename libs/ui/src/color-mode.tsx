import { createContext, use, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import {
  createColorModeStore,
  type ColorMode,
  type ColorModeStore,
  type ResolvedMode,
} from './color-mode-store'

const serverStore: ColorModeStore = {
  mode: () => 'light',
  resolved: () => 'light',
  setMode: () => undefined,
  subscribe: () => () => undefined,
}

const ColorModeContext = createContext<ColorModeStore>(serverStore)

/** Holds the visitor's choice of light for the page. */
export function ColorModeProvider({ children }: { children: ReactNode }) {
  const [store] = useState(() => (typeof document === 'undefined' ? serverStore : createColorModeStore()))
  return <ColorModeContext value={store}>{children}</ColorModeContext>
}

/** The chosen light, what it comes to now, and how to choose. A server, and the first paint, know only 'light'. */
export function useColorMode(): {
  mode: ColorMode
  resolved: ResolvedMode
  setMode: (mode: ColorMode) => void
} {
  const store = use(ColorModeContext)
  const mode = useSyncExternalStore(store.subscribe, store.mode, serverStore.mode)
  const resolved = useSyncExternalStore(store.subscribe, store.resolved, serverStore.resolved)
  return useMemo(() => ({ mode, resolved, setMode: store.setMode }), [mode, resolved, store])
}
