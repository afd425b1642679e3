import { useEffect, useState } from 'react'

/** Runs a call once, and again on request. */
export function useLoaded<T>(load: () => Promise<T>): { data?: T; error?: unknown; again: () => void } {
  const [result, setResult] = useState<{ data?: T; error?: unknown }>({})
  const [round, setRound] = useState(0)
  const [first] = useState(() => load)
  useEffect(() => {
    let isOver = false
    first().then(
      (data) => {
        if (!isOver) setResult({ data })
      },
      (error: unknown) => {
        if (!isOver) setResult({ error })
      },
    )
    return () => {
      isOver = true
    }
  }, [first, round])
  return {
    ...result,
    again: () => {
      setResult({})
      setRound(round + 1)
    },
  }
}
