import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/** Whether this render hydrates what a server drew, or is the server's own. It causes no render of its own. */
function useIsHydrating(): boolean {
  const seen = { server: false }
  // React asks for the server's snapshot only then. Both are the same, so that it never renders again for them.
  useSyncExternalStore(
    neverChanges,
    () => null,
    () => {
      seen.server = true
      return null
    },
  )
  return seen.server
}

/**
 * Whether the page is hydrated: false on a server and in the first render of hydration, true in whatever is first rendered later.
 * It turns true in a transition, which a slow phone renders in slices: in one piece it would keep the visitor waiting.
 */
export function useHydrated(): boolean {
  const isHydrating = useIsHydrating()
  const [isHydrated, setHydrated] = useState(!isHydrating)
  useEffect(() => {
    if (isHydrated) return
    startTransition(() => {
      setHydrated(true)
    })
  }, [isHydrated])
  return isHydrated
}

/**
 * A value that changes outside of React.
 * @param atHydration its value on a server and until the page is hydrated, so that the markup matches
 */
export function useExternalValue<Value>(
  subscribe: (changed: () => void) => () => void,
  read: () => Value,
  atHydration: () => Value,
): Value {
  const isHydrated = useHydrated()
  return useSyncExternalStore(subscribe, isHydrated ? read : atHydration, atHydration)
}
