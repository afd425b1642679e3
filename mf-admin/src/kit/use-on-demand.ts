import { useToast } from '@shop/ui'
import { useCallback, useState, type ComponentType } from 'react'

/**
 * A component whose code is loaded when it is first wanted.
 *
 * @param load declare it outside of the component
 * @param what its name in the words "… could not be opened"
 * @returns the component, null until it is loaded; `want(then)` loads it and calls back, or says in a toast
 * that it failed and calls `otherwise`
 */
export function useOnDemand<Props>(
  load: () => Promise<ComponentType<Props>>,
  what: string,
): [component: ComponentType<Props> | null, want: (then: () => void, otherwise?: () => void) => void] {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  const toast = useToast()
  const want = useCallback(
    (then: () => void, otherwise?: () => void) => {
      load().then(
        (component) => {
          setLoaded(() => component)
          then()
        },
        (error: unknown) => {
          console.error(error)
          otherwise?.()
          const description = `${what} could not be opened. Please try again.`
          toast({ title: 'Error', description, status: 'error' })
        },
      )
    },
    [load, what, toast],
  )
  return [Loaded, want]
}
