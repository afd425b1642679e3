import { useSearchParams } from '@shop/router'
import { useCallback } from 'react'

/**
 * What the URL names beside a list, such as the record whose dialog is open.
 * @param name the search parameter that holds its id
 * @returns its id or null; `linkTo(id)`, which opens another; `close()`
 */
export function useOpened(name: string) {
  const [params, setParams] = useSearchParams()
  const linkTo = useCallback(
    (id: string) => {
      const next = new URLSearchParams(params)
      next.set(name, id)
      return { search: next.toString() }
    },
    [name, params],
  )
  const close = useCallback(() => {
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete(name)
        return next
      },
      { preventScrollReset: true },
    )
  }, [name, setParams])
  return { opened: params.get(name), linkTo, close }
}
