import { useSetAtom, useStored } from '@shop/state'
import { Box, useAnnounce, onDemand } from '@shop/ui'
import { useEffect, useRef, useState } from 'react'
import { recentProducts, visitProduct } from './recent-products'

const RecentRow = onDemand(
  async () => (await import(/* webpackChunkName: "rare-recent" */ './recent-row')).RecentRow,
  null,
)

interface RecentlyViewedProps {
  /** The product of this page: recorded as the latest and not shown. */
  current?: string
  /** Reserves a height on pages so short that the row would shift the footer. */
  reserved?: boolean
}

/** Calls back when the browser is idle, after two seconds at the latest. @returns a function that cancels it */
function whenIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(callback, { timeout: 2000 })
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
 * Recently viewed products. Code and data load when the browser is idle, and only if there is something to show; it
 * appears below the viewport or in reserved space, so that nothing shifts.
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
      {shown.length > 0 && <RecentRow ids={shown} frame={frame} reserved={reserved} onClear={clear} />}
    </Box>
  )
}
