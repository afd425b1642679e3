import { fetchData, useDataContext } from '@shop/supabase'
import { Box, useAnnounce } from '@shop/ui'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { forgetProducts, onForgotten, recentProducts, rememberProduct } from './recent-memory'

interface RecentlyViewedProps {
  /** The product of this page, which is not shown and is kept as the latest. */
  current?: string
  /** Keeps a place where the page would otherwise be too short for anything to come without moving its foot. */
  reserved?: boolean
}

/** Calls back when the browser has nothing better to do. @returns what takes it back */
function whenIdle(call: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const asked = requestIdleCallback(call)
    return () => {
      cancelIdleCallback(asked)
    }
  }
  const asked = setTimeout(call, 200)
  return () => {
    clearTimeout(asked)
  }
}

/** Resolves once an element stands below what is in view: what grows there moves nothing that is seen. */
function whenBelow(element: Element, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const watch = new IntersectionObserver((entries) => {
      if (
        !entries.some(
          ({ isIntersecting, boundingClientRect }) => !isIntersecting && boundingClientRect.top > 0,
        )
      )
        return
      watch.disconnect()
      resolve()
    })
    watch.observe(element)
    signal.addEventListener('abort', () => {
      watch.disconnect()
    })
  })
}

/**
 * What this browser was shown before. Code and data come when the browser is idle, and only where there is something to
 * show; it appears out of sight, or in a place kept for it.
 */
export function RecentlyViewed({ current, reserved = false }: RecentlyViewedProps) {
  const data = useDataContext()
  const place = useRef<HTMLDivElement>(null)
  const [row, setRow] = useState<ReactNode>(null)
  const announce = useAnnounce()

  useEffect(() => {
    const gone = new AbortController()
    const clear = () => {
      forgetProducts()
      setRow(null)
      place.current?.focus({ preventScroll: true })
      announce('Recently viewed cleared')
    }
    const show = async () => {
      const ids = recentProducts().filter((id) => id !== current)
      if (current) rememberProduct(current)
      if (ids.length === 0) return
      const { RecentRow, recentQuery } = await import(/* webpackChunkName: "rare-recent" */ './recent-row')
      const products = await fetchData(data, recentQuery(ids))
      if (!reserved && place.current && !gone.signal.aborted) await whenBelow(place.current, gone.signal)
      if (!gone.signal.aborted && products.length > 0)
        setRow(<RecentRow products={products} onClear={clear} />)
    }
    // It is an aside: where it cannot come, nothing is missing.
    const takeBack = whenIdle(() => {
      show().catch(() => undefined)
    })
    const stopHearing = onForgotten(() => {
      setRow(null)
    })
    return () => {
      gone.abort()
      takeBack()
      stopHearing()
    }
  }, [data, current, reserved, announce])

  return (
    <Box ref={place} tabIndex={-1} minHeight={reserved ? '40rem' : '1px'}>
      {row}
    </Box>
  )
}
