import { useDataContext } from '@shop/supabase'
import { useEffect, useRef } from 'react'
import { followTables } from './follow-tables'

/** Changes that come in this time are read together. */
const pauseMs = 400

/**
 * Reads queries again while they are shown whenever one of these tables changes, when the connection is back after it was lost,
 * and when the tab is looked at again. A tab that nobody sees reads nothing.
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
    const readSoon = () => {
      timer ??= setTimeout(read, pauseMs)
    }
    const onVisible = () => {
      if (isMissed && document.visibilityState === 'visible') read()
    }
    const stop = followTables(backend, names.split(' '), readSoon)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
      stop()
    }
  }, [backend, queryClient, names])
}
