import { useNavigate } from '@shop/router'
import type { MouseEvent } from 'react'

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** A handler of clicks for an element whose links React does not know: they open in this document, as the router's do. */
export function useFollowedLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate()
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target || link.origin !== location.origin || !isPlain(event)) return
    event.preventDefault()
    void navigate(link.pathname + link.search + link.hash)
  }
}
