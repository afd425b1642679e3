import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

const layerSelector = '[data-messages]'

/**
 * Fits the page to the modal dialogs that are open: what is behind them does not scroll and keeps its width, and messages
 * stand in the topmost, since a browser makes everything outside of it inert. Call it when one has opened or closed.
 */
export function arrangePage() {
  const page = document.documentElement
  const top = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (!top) {
    page.style.removeProperty('overflow')
    page.style.removeProperty('padding-inline-end')
  } else if (page.style.overflow !== 'hidden') {
    const scrollbar = innerWidth - page.clientWidth
    page.style.overflow = 'hidden'
    if (scrollbar > 0) page.style.paddingInlineEnd = `${String(scrollbar)}px`
  }
  const place = top ?? document.body
  for (const layer of document.querySelectorAll(layerSelector))
    if (layer.parentElement !== place) place.append(layer)
}

/** Renders messages where they can be seen, heard and reached, above a modal dialog too. A server renders none. */
export function MessageLayer({ children }: { children: ReactNode }) {
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const made = document.createElement('div')
    made.dataset.messages = ''
    made.style.display = 'contents'
    document.body.append(made)
    arrangePage()
    setLayer(made)
    return () => {
      made.remove()
    }
  }, [])
  return layer && createPortal(children, layer)
}
