/** What was typed before the palette could be shown. */
export interface Typed {
  text: string
  /** Enter was pressed at its end. */
  entered: boolean
}

export const nothingTyped: Typed = { text: '', entered: false }

/**
 * Keeps what is typed until the palette's code has loaded: single letters are shortcuts, and would do what nobody meant.
 * @returns ends it and returns what was typed
 */
export function keepTyping(): () => Typed {
  let typed = nothingTyped
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (key === 'Enter') typed = { ...typed, entered: typed.text !== '' }
    else if (key === 'Backspace') typed = { text: typed.text.slice(0, -1), entered: false }
    else if (key.length === 1) typed = { text: typed.text + key, entered: false }
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('keydown', onKey, true)
  return () => {
    removeEventListener('keydown', onKey, true)
    return typed
  }
}
