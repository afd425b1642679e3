import { useSetAtom, useStore, type Atom } from 'jotai'
import { useCallback } from 'react'
import { useExternalValue } from './use-hydrated'
import type { StoredAtom } from './stored-atom'

/** Holds the values of atoms: one per tab, one per render on a server. For code outside React. */
export type Store = ReturnType<typeof useStore>

/**
 * The value of an atom. Unlike Jotai's hook it supports hydration, but not promises.
 * @param fallback value on a server and in the first render of hydration, so that the markup matches
 */
export function useAtomValue<Value>(source: Atom<Value>, fallback?: Value): Value {
  const store = useStore()
  const subscribe = useCallback((listener: () => void) => store.sub(source, listener), [store, source])
  const read = () => store.get(source)
  return useExternalValue(subscribe, read, fallback === undefined ? read : () => fallback)
}

/** The value of a stored atom, and its setter; undefined removes it. */
export function useStored<Value>(stored: StoredAtom<Value>) {
  return [useAtomValue(stored, stored.fallback), useSetAtom(stored)] as const
}
