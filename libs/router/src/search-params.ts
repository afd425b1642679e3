import { useSearchParams as useRendered, type SetURLSearchParams } from 'react-router-dom'
import { useCallback, useContext } from 'react'
import { RouterContext } from './router-provider'

/**
 * React Router's `useSearchParams`, whose changes build on the address as it is, not as it was last rendered: a change
 * from a timer keeps what changed since (https://github.com/remix-run/react-router/issues/9757).
 */
export function useSearchParams(): [URLSearchParams, SetURLSearchParams] {
  const [params, setParams] = useRendered()
  const router = useContext(RouterContext)
  const change = useCallback<SetURLSearchParams>(
    (next, options) => {
      const now = () => new URLSearchParams(router?.state.location.search)
      setParams(typeof next === 'function' ? next(now()) : next, options)
    },
    [router, setParams],
  )
  return [params, change]
}
