import { useAnnounce } from '@shop/ui'
import { useEffect, useRef } from 'react'

/**
 * On every change of screen moves the focus to its content and announces its name; not on the first one, where the
 * browser itself does both.
 *
 * @returns the ref of the element that takes the focus
 */
export function useScreenFocus(pathname: string, name: string) {
  const content = useRef<HTMLElement>(null)
  const focusedPathname = useRef(pathname)
  const announce = useAnnounce()
  useEffect(() => {
    if (focusedPathname.current === pathname) return
    focusedPathname.current = pathname
    // A screen may have given the focus to a field of its own, such as that for scanned codes.
    const main = content.current
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
    announce(name)
  }, [pathname, name, announce])
  return content
}
