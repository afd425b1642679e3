import { useLayoutEffect, useRef } from 'react'
import { shortcutAt, type Shortcut } from './shortcuts'

const typing =
  'input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable], [role=menu], dialog'

/** How long the second key of a sequence may take, in milliseconds. */
const sequenceMs = 1500

/** Obeys shortcuts while it is mounted. @param run what a shortcut does */
export function useShortcuts(list: readonly Shortcut[], run: (shortcut: Shortcut) => void): void {
  const latest = useRef({ list, run })
  useLayoutEffect(() => {
    latest.current = { list, run }
  })
  // Subscribed in a layout effect: a later one would miss keys pressed at once.
  useLayoutEffect(() => {
    let begun: { key: string; at: number } | undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const before = begun && event.timeStamp - begun.at <= sequenceMs ? begun.key : undefined
      const found = shortcutAt(latest.current.list, event, before)
      // The keys that make up a shortcut, such as Shift for "?", are presses of their own.
      if (!['Shift', 'Control', 'Meta', 'Alt'].includes(event.key)) begun = undefined
      const isTyping = event.target instanceof Element && event.target.closest(typing) !== null
      if (isTyping && !found.shortcut?.keys.startsWith('mod+')) return
      if (found.begun !== undefined) begun = { key: found.begun, at: event.timeStamp }
      if (!found.shortcut) return
      event.preventDefault()
      latest.current.run(found.shortcut)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
