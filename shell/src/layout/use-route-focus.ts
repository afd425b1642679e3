import { useAnnounce } from '@shop/ui'
import { useEffect, useRef } from 'react'

/**
 * On every navigation moves the focus to the page's content and announces its name; not on the first page, where the
 * browser itself does both.
 *
 * @returns the ref of the element that takes the focus
 */
export function useRouteFocus(pathname: string, name: string) {
  const content = useRef<HTMLElement>(null)
  const focusedPathname = useRef(pathname)
  const announce = useAnnounce()
  useEffect(() => {
    if (focusedPathname.current === pathname) return
    focusedPathname.current = pathname
    content.current?.focus({ preventScroll: true })
    if (content.current) announce(name)
  }, [pathname, name, announce])
  return content
}
