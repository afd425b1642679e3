import { useAnnounce } from '@shop/ui'
import { useEffect, useRef, useState, type RefObject } from 'react'

/** A strip of pictures, each as wide as the strip, and the one in view. */
export interface Strip {
  ref: RefObject<HTMLUListElement | null>
  /** Place of the picture in view, from 0. */
  shown: number
  /** Brings a picture into view; beyond the ends stands the last one. */
  show: (place: number) => void
  /** To be told of the strip's scrolling. */
  onScroll: () => void
  /** To be told that the visitor moves the strip themselves. */
  onHeld: () => void
}

/** What is said, and written, of a picture's place. */
export function placeName(place: number, count: number): string {
  return `Image ${String(place + 1)} of ${String(count)}`
}

/** Follows a strip that the browser scrolls, and scrolls it. The browser snaps; a change of picture is announced. */
export function useStrip(count: number): Strip {
  const ref = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  // Where the strip is being scrolled to: what it passes on the way is not yet in view.
  const aim = useRef<number | null>(null)
  const announce = useAnnounce()

  // It may have been swiped before the page's scripts arrived.
  useEffect(() => {
    setShown(placeOf(ref.current) ?? 0)
  }, [])

  const settle = (place: number) => {
    if (place === shown) return
    setShown(place)
    announce(placeName(place, count))
  }
  return {
    ref,
    shown,
    show(place) {
      const next = Math.max(0, Math.min(count - 1, place))
      aim.current = next
      ref.current?.scrollTo({ left: next * ref.current.clientWidth })
      settle(next)
    },
    onScroll() {
      const place = placeOf(ref.current)
      if (place === null) return
      if (aim.current === null) settle(Math.min(count - 1, place))
      else if (place === aim.current) aim.current = null
    },
    onHeld() {
      aim.current = null
    },
  }
}

function placeOf(strip: HTMLElement | null): number | null {
  return strip && strip.clientWidth > 0 ? Math.round(strip.scrollLeft / strip.clientWidth) : null
}

/** The picture that a key leads to, undefined where it leads to none. */
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
