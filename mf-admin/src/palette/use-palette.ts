import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'
import { useOnDemand } from '../kit/use-on-demand'
import { keepTyping, nothingTyped, type Typed } from './keep-typing'
import type { PaletteProps } from './palette'

const load = async () => (await import('./palette')).Palette

/**
 * The command palette, whose code is loaded when it is first wanted.
 *
 * @returns the component, null until it is loaded; what was typed while it loaded; and `want(then)`, which calls back once it has loaded
 */
export function usePalette(): {
  Palette: ComponentType<PaletteProps> | null
  typed: Typed
  want: (then: () => void) => void
} {
  const [Palette, wantCode] = useOnDemand(load, 'The search')
  const [typed, setTyped] = useState(nothingTyped)
  const ending = useRef<(() => Typed) | null>(null)
  const end = useCallback(() => {
    const all = ending.current?.()
    ending.current = null
    if (all) setTyped(all)
  }, [])
  useEffect(() => () => void ending.current?.(), [])
  const want = useCallback(
    (then: () => void) => {
      ending.current ??= keepTyping()
      wantCode(() => {
        end()
        then()
      }, end)
    },
    [wantCode, end],
  )
  return { Palette, typed, want }
}
