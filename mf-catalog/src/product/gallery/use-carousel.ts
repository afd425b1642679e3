import { useAnnounce } from '@shop/ui'
import { useEffect, useRef, useState, type RefObject } from 'react'

/** A horizontally scrolling list of pictures, each as wide as the list. */
export interface Carousel {
  ref: RefObject<HTMLUListElement | null>
  /** Index of the picture in view. */
  shown: number
  /** Scrolls to a picture; the index is clamped. */
  show: (index: number) => void
  /** Handler of scroll events. */
  onScroll: () => void
  /** Handler for the visitor starting to scroll it themselves. */
  onInteract: () => void
}

/** The accessible name of a picture, also announced. */
export function imageLabel(index: number, count: number): string {
  return `Image ${String(index + 1)} of ${String(count)}`
}

/** Tracks and controls a natively scrolling carousel; a change of picture is announced. */
export function useCarousel(count: number): Carousel {
  const ref = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  // Target of a running scroll: pictures passed on the way are not reported.
  const target = useRef<number | null>(null)
  const announce = useAnnounce()

  // It may have been swiped before hydration.
  useEffect(() => {
    setShown(visibleIndex(ref.current) ?? 0)
  }, [])

  const setVisible = (index: number) => {
    if (index === shown) return
    setShown(index)
    announce(imageLabel(index, count))
  }
  return {
    ref,
    shown,
    show(index) {
      const next = Math.max(0, Math.min(count - 1, index))
      target.current = next
      ref.current?.scrollTo({ left: next * ref.current.clientWidth })
      setVisible(next)
    },
    onScroll() {
      const index = visibleIndex(ref.current)
      if (index === null) return
      if (target.current === null) setVisible(Math.min(count - 1, index))
      else if (index === target.current) target.current = null
    },
    onInteract() {
      target.current = null
    },
  }
}

function visibleIndex(carousel: HTMLElement | null): number | null {
  return carousel && carousel.clientWidth > 0 ? Math.round(carousel.scrollLeft / carousel.clientWidth) : null
}

/** The index a key moves to, undefined for other keys. */
export function keyTarget(key: string, shown: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return shown + 1
    case 'ArrowLeft':
    case 'ArrowUp':
      return shown - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
