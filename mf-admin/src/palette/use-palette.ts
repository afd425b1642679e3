import { onDemand } from '@shop/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { keepTyping, nothingTyped, type Typed } from './keep-typing'

/** The command palette. */
export const Palette = onDemand(async () => (await import('./palette')).Palette, 'The search')

/** What was typed while the palette loaded, and what keeps it from when the palette is asked for. */
export function useTypedBefore(): [typed: Typed, keep: () => void] {
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
    void Palette.preload().then(end)
  }
  return [typed, keep]
}
