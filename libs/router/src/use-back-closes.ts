import { useEffect, useLayoutEffect, useRef } from 'react'

const isOwn = (state: unknown) => typeof state === 'object' && state !== null && 'layer' in state

/**
 * Makes Back close what lies over the page, such as a menu, in place of leaving the page. The entry that this takes in the browser's
 * history goes with it; a link in it should replace that entry (`<Link replace>`).
 * @param active whether it is open, or has been left by a link whose page is on its way
 */
export function useBackCloses(active: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  // Before it is painted: a fast Back must find the entry.
  useLayoutEffect(() => {
    if (!active) return
    history.pushState({ ...history.state, layer: true }, '')
    // The router does not know of the entry: to it the page is the same.
    const onBack = (event: PopStateEvent) => {
      event.stopImmediatePropagation()
      latest.current()
    }
    addEventListener('popstate', onBack, { capture: true, once: true })
    return () => {
      removeEventListener('popstate', onBack, true)
      if (!isOwn(history.state)) return
      addEventListener('popstate', (event) => event.stopImmediatePropagation(), { capture: true, once: true })
      history.back()
    }
  }, [active])
}
