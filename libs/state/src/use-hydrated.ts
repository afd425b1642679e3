import {
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react'

const neverChanges = () => () => undefined

/** Whether this render hydrates server-rendered markup, or is the server's own. It causes no render of its own. */
export function useIsHydrating(): boolean {
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
 * Takes over what the visitor typed or chose in a server-rendered control before the page was hydrated.
 * @param ref the control, or its form
 * @param take called once, at hydration; state that it sets is rendered before the visitor's next key or press
 */
export function useInputBeforeHydration<Control extends HTMLElement>(
  ref: RefObject<Control | null>,
  take: (control: Control) => void,
): void {
  const isHydrating = useIsHydrating()
  const takeOver = useEffectEvent(() => {
    if (isHydrating && ref.current) take(ref.current)
  })
  useLayoutEffect(() => {
    takeOver()
  }, [])
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
