import { useEffect, useRef } from 'react'

/** Calls `onEnd` after `durationMs`, five seconds by default, not counting the time that it is paused. */
export function useAutoDismiss(durationMs = 5000, paused: boolean, onEnd: () => void): void {
  const remainingMs = useRef(durationMs)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (paused) return
    const startedAt = Date.now()
    const timer = setTimeout(() => end.current(), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current -= Date.now() - startedAt
    }
  }, [paused])
}
