import { useSetAtom, useStored } from '@shop/state'
import { Box, useAnnounce } from '@shop/ui'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { recentProducts, visitProduct } from './recent-products'

// It is an aside: where its code cannot be fetched, nothing is missing.
const RecentRow = lazy(() =>
  import(/* webpackChunkName: "rare-recent" */ './recent-row').then(
    ({ RecentRow }) => ({ default: RecentRow }),
    () => ({ default: () => null }),
  ),
)

interface RecentlyViewedProps {
  /** The product of this page, which is not shown and is noted as the latest. */
  current?: string
  /** Reserves a height where the page would otherwise be too short for anything to come without moving its foot. */
  reserved?: boolean
}

/** Calls back when the browser has nothing better to do. @returns what cancels it */
function whenIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(callback)
    return () => {
      cancelIdleCallback(handle)
    }
  }
  const timer = setTimeout(callback, 200)
  return () => {
    clearTimeout(timer)
  }
}

/**
 * What this browser was shown before. Code and data come when the browser is idle, and only where there is something to
 * show; it appears out of sight, or in a height reserved for it.
 */
export function RecentlyViewed({ current, reserved = false }: RecentlyViewedProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [stored, setStored] = useStored(recentProducts)
  const visit = useSetAtom(visitProduct)
  const [shown, setShown] = useState<readonly string[]>([])
  const announce = useAnnounce()
  // Cleared, here or in another tab.
  if (stored.length === 0 && shown.length > 0) setShown([])

  useEffect(
    () =>
      whenIdle(() => {
        setShown(visit(current))
      }),
    [visit, current],
  )

  const clear = () => {
    setStored(undefined)
    frame.current?.focus({ preventScroll: true })
    announce('Recently viewed cleared')
  }

  return (
    <Box ref={frame} tabIndex={-1} minHeight={reserved ? '40rem' : '1px'}>
      {shown.length > 0 && (
        <Suspense fallback={null}>
          <RecentRow ids={shown} frame={frame} reserved={reserved} onClear={clear} />
        </Suspense>
      )}
    </Box>
  )
}
