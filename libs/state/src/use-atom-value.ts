import { useSetAtom, useStore, type Atom } from 'jotai'
import { useCallback, useSyncExternalStore } from 'react'
import type { StoredAtom } from './stored-atom'

/** Holds the values of atoms, for code outside of React: one a tab, one a render on a server. */
export type Store = ReturnType<typeof useStore>

/**
 * The value of an atom. Unlike Jotai's own hook it knows of hydration, and of no promises.
 * @param fallback for what only a browser knows: a server and the first render of a hydration show this instead, so
 *   that their markup agrees
 */
export function useAtomValue<Value>(source: Atom<Value>, fallback?: Value): Value {
  const store = useStore()
  const subscribe = useCallback((listener: () => void) => store.sub(source, listener), [store, source])
  const read = () => store.get(source)
  return useSyncExternalStore(subscribe, read, fallback === undefined ? read : () => fallback)
}

/** The value of a stored atom, and a function that stores another; undefined removes it. */
export function useStored<Value>(stored: StoredAtom<Value>) {
  return [useAtomValue(stored, stored.fallback), useSetAtom(stored)] as const
}
