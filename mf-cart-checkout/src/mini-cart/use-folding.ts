import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation } from '@shop/router'

/** Pages that show the cart themselves, with the same links. */
const showsCart = /^\/(?:cart|checkout)/

const openDialog = 'dialog[open], [aria-modal=true]'

/**
 * Folds what has grown out of a toast on a press outside, when a dialog opens, on another page and on those that show the cart themselves;
 * Escape closes it. A press outside reaches what was pressed.
 */
export function useFolding(panel: RefObject<HTMLElement | null>, fold: () => void, close: () => void): void {
  const { key, pathname } = useLocation()
  const first = useRef(key)
  const latest = useRef({ fold, close })
  // Before it is painted: its code may come when the cart is open already.
  useLayoutEffect(() => {
    latest.current = { fold, close }
    if (key !== first.current || showsCart.test(pathname)) fold()
  })
  useEffect(() => {
    const isOutside = (target: EventTarget | null) =>
      target instanceof Element && !panel.current?.parentElement?.contains(target)
    const onPress = ({ target }: Event) => {
      if (isOutside(target)) latest.current.fold()
    }
    const onFocus = ({ target }: Event) => {
      if (isOutside(target) && target instanceof Element && target.closest(openDialog)) latest.current.fold()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector(openDialog)) latest.current.close()
    }
    document.addEventListener('pointerdown', onPress, true)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress, true)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKey)
    }
  }, [panel])
}
