import { useAnnounce } from '@shop/ui'
import { useEffect, useRef } from 'react'

/**
 * On every change of page moves the focus to the page's content and says its name; not on the first one, where the
 * browser itself does both.
 *
 * @returns the ref of the element that takes the focus
 */
export function useRouteFocus(pathname: string, name: string) {
  const content = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  const announce = useAnnounce()
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    content.current?.focus({ preventScroll: true })
    if (content.current) announce(name)
  }, [pathname, name, announce])
  return content
}
