import { useCallback, useEffect, useRef } from 'react'
import { keepTyping, nothingTyped, type Typed } from './keep-typing'

/** What keeps typing from when the palette is asked for, and what ends that and returns what was typed. */
export function useTypedBefore(): [keep: () => void, take: () => Typed] {
  const ending = useRef<(() => Typed) | null>(null)
  const take = useCallback(() => {
    const typed = ending.current?.() ?? nothingTyped
    ending.current = null
    return typed
  }, [])
  useEffect(() => () => void take(), [take])
  const keep = () => {
    ending.current ??= keepTyping()
  }
  return [keep, take]
}
