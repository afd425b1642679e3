import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The open modal dialogs, the topmost last. */
const dialogs: HTMLElement[] = []

function placeMessages() {
  const container = dialogs.at(-1) ?? document.body
  for (const layer of document.querySelectorAll('[data-messages]'))
    if (layer.parentElement !== container) container.append(layer)
}

/**
 * Moves messages into a modal dialog, since it keeps everything outside it from the keyboard. Usable as a ref.
 *
 * @returns what moves them out again, before the dialog goes
 */
export function holdMessages(dialog: HTMLElement | null): (() => void) | undefined {
  if (!dialog) return
  dialogs.push(dialog)
  placeMessages()
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1)
    placeMessages()
  }
}

/** Renders messages in the page or in the topmost modal dialog. Renders nothing on a server. */
export function MessageLayer({ children }: { children: ReactNode }) {
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const element = document.createElement('div')
    element.dataset.messages = ''
    element.style.display = 'contents'
    document.body.append(element)
    placeMessages()
    setLayer(element)
    return () => {
      element.remove()
    }
  }, [])
  return layer && createPortal(children, layer)
}
