import { useDataContext } from '@shop/supabase'
import { useEffect, useRef } from 'react'
import { followTables } from './follow-tables'

/** What was read so shortly before its tables are followed counts as current, in milliseconds. */
const currentForMs = 1_000

/** Changes that come in this time are read together. */
const pauseMs = 400

/**
 * Reads queries again while they are shown whenever one of these tables changes, when the connection is back after it was lost,
 * once they are followed if they were read a while before, and when the tab is looked at again. A tab that nobody sees reads nothing.
 *
 * @param tables public tables that are published to Realtime (`supabase/schemas/43_realtime.sql`)
 * @param keys what the keys of these queries start with
 */
export function useLive(tables: readonly string[], keys: readonly (readonly unknown[])[]): void {
  const { backend, queryClient } = useDataContext()
  const names = tables.join(' ')
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isMissed = false
    const read = () => {
      timer = undefined
      isMissed = document.visibilityState === 'hidden'
      if (isMissed) return
      for (const queryKey of latest.current) void queryClient.invalidateQueries({ queryKey })
    }
    // A screen reads once on opening, not again because it is followed from then on.
    const readOlder = () => {
      const predicate = ({ state }: { state: { fetchStatus: string; dataUpdatedAt: number } }) =>
        state.fetchStatus === 'idle' && Date.now() - state.dataUpdatedAt > currentForMs
      for (const queryKey of latest.current) void queryClient.invalidateQueries({ queryKey, predicate })
    }
    const readSoon = () => {
      timer ??= setTimeout(read, pauseMs)
    }
    const onVisible = () => {
      if (isMissed && document.visibilityState === 'visible') read()
    }
    const stop = followTables(backend, names.split(' '), { onChange: readSoon, onFirst: readOlder })
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
      stop()
    }
  }, [backend, queryClient, names])
}
