import { useEffect } from 'react'
import { isPressed, searchKey } from './list-keys'

const typing = 'input, select, textarea, [contenteditable], dialog'

/** The key "/" focuses the search of the screen, unless something is being typed. */
export function useSearchKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPressed(event, searchKey)) return
      if (event.target instanceof Element && event.target.closest(typing)) return
      const field = document.querySelector<HTMLInputElement>('#main input[type=search]')
      if (!field) return
      event.preventDefault()
      field.focus()
      // What is typed next replaces the search before it.
      field.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
