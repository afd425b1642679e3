import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the page's scripts are at work: false in the server's markup and in the first render that takes it over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
