import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

const layerSelector = '[data-messages]'

/**
 * Call this when a modal dialog has opened or closed. It locks the scrolling of the page without changing its width, and
 * moves messages into the topmost dialog, since everything outside it is inert.
 */
export function syncPageWithDialogs() {
  const page = document.documentElement
  const topmostDialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (!topmostDialog) {
    page.style.removeProperty('overflow')
    page.style.removeProperty('padding-inline-end')
  } else if (page.style.overflow !== 'hidden') {
    const scrollbar = innerWidth - page.clientWidth
    page.style.overflow = 'hidden'
    if (scrollbar > 0) page.style.paddingInlineEnd = `${String(scrollbar)}px`
  }
  const container = topmostDialog ?? document.body
  for (const layer of document.querySelectorAll(layerSelector))
    if (layer.parentElement !== container) container.append(layer)
}

/** Renders messages in the page or in the topmost modal dialog. Renders nothing on a server. */
export function MessageLayer({ children }: { children: ReactNode }) {
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const element = document.createElement('div')
    element.dataset.messages = ''
    element.style.display = 'contents'
    document.body.append(element)
    syncPageWithDialogs()
    setLayer(element)
    return () => {
      element.remove()
    }
  }, [])
  return layer && createPortal(children, layer)
}
