import { useCallback, useEffect, useRef, useState } from 'react'
import { keepTyping, nothingTyped, type Typed } from './keep-typing'

/**
 * What was typed while the palette loaded, what keeps it from when the palette is asked for, and what ends that.
 * @param load loads its code
 */
export function useTypedBefore(load: () => Promise<void>): [typed: Typed, keep: () => void, end: () => void] {
  const [typed, setTyped] = useState(nothingTyped)
  const ending = useRef<(() => Typed) | null>(null)
  const end = useCallback(() => {
    const all = ending.current?.()
    ending.current = null
    if (all) setTyped(all)
  }, [])
  useEffect(() => () => void ending.current?.(), [])
  const keep = () => {
    ending.current ??= keepTyping()
    setTyped(nothingTyped)
    void load().then(end)
  }
  return [typed, keep, end]
}
