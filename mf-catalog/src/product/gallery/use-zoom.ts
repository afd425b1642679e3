import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import {
  initialView,
  maxScaleOf,
  panned,
  scaled,
  unknownMaxScale,
  type Frame,
  type Point,
  type View,
} from './zoom-view'

const zoomStep = 1.5
const tapScale = 2.5
const tapTolerance = 8
const minSwipe = 48

interface Gesture {
  pointers: Map<number, Point>
  moved: Point
  /** More than one pointer took part: neither a tap nor a swipe. */
  pinched: boolean
}

/** Zoom by tap, pinch, wheel and buttons, and panning by dragging. */
export interface Zoom {
  viewport: (element: HTMLDivElement | null) => void
  picture: RefObject<HTMLDivElement | null>
  view: View
  /** It is as large as it gets. */
  isLargest: boolean
  /** Tells that the picture, or a better copy of it, is there. */
  measure: () => void
  /** A pointer is down on the picture. */
  isDragging: boolean
  zoomIn: () => void
  zoomOut: () => void
  reset: () => void
  pan: (by: Point) => void
  handlers: Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
    (event: PointerEvent) => void
  >
}

const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

/** @param onSwipe called for a swipe at scale 1: 1 for the next picture, -1 for the previous one */
export function useZoom(onSwipe: (direction: 1 | -1) => void): Zoom {
  // A state, since the dialog renders it later than this runs.
  const [viewport, setViewport] = useState<HTMLDivElement | null>(null)
  const picture = useRef<HTMLDivElement>(null)
  const [view, setView] = useState(initialView)
  const [isDragging, setDragging] = useState(false)
  const gesture = useRef<Gesture>({ pointers: new Map(), moved: { x: 0, y: 0 }, pinched: false })

  const [maxScale, setMaxScale] = useState(unknownMaxScale)

  const frame = (): Frame => {
    const fitted = { width: picture.current?.offsetWidth ?? 0, height: picture.current?.offsetHeight ?? 0 }
    // The last of the layers is the master.
    const master = [...(picture.current?.querySelectorAll('img') ?? [])].at(-1)
    return {
      viewport: { width: viewport?.clientWidth ?? 0, height: viewport?.clientHeight ?? 0 },
      picture: fitted,
      maxScale: maxScaleOf({ width: master?.naturalWidth ?? 0, height: master?.naturalHeight ?? 0 }, fitted),
    }
  }
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = viewport?.getBoundingClientRect()
    return box ? { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 } : { x: 0, y: 0 }
  }
  const scale = (by: number, at: Point = { x: 0, y: 0 }) => {
    setView((was) => scaled(was, was.scale * by, at, frame()))
  }

  // React's wheel listeners are passive and cannot prevent scrolling.
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      const at = fromMiddle(event)
      // Browsers report a pinch on a touchpad as a small wheel event with Ctrl.
      setView((was) =>
        scaled(
          was,
          was.scale * Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.002)),
          at,
          frame(),
        ),
      )
    }
    viewport?.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      viewport?.removeEventListener('wheel', onWheel)
    }
  })

  const release = (event: PointerEvent, isDone: boolean) => {
    const { pointers, moved, pinched } = gesture.current
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return
    setDragging(false)
    if (!isDone || pinched) return
    if (Math.hypot(moved.x, moved.y) < tapTolerance) {
      const at = fromMiddle(event)
      setView((was) => (was.scale > 1 ? initialView : scaled(was, tapScale, at, frame())))
    } else if (view.scale === 1 && Math.abs(moved.x) > minSwipe && Math.abs(moved.x) > Math.abs(moved.y)) {
      onSwipe(moved.x < 0 ? 1 : -1)
    }
  }
  return {
    viewport: setViewport,
    picture,
    view,
    isLargest: view.scale >= maxScale,
    measure: () => {
      setMaxScale(frame().maxScale)
      scale(1)
    },
    isDragging,
    zoomIn: () => {
      scale(zoomStep)
    },
    zoomOut: () => {
      scale(1 / zoomStep)
    },
    reset: () => {
      setView(initialView)
    },
    pan: (by) => {
      setView((was) => panned(was, by, frame()))
    },
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0) return
        const { pointers } = gesture.current
        if (pointers.size === 0) gesture.current = { pointers, moved: { x: 0, y: 0 }, pinched: false }
        else gesture.current.pinched = true
        pointers.set(event.pointerId, fromMiddle(event))
        if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId)
        setDragging(true)
      },
      onPointerMove(event) {
        const { pointers, moved } = gesture.current
        const before = pointers.get(event.pointerId)
        if (!before) return
        const now = fromMiddle(event)
        const by = { x: now.x - before.x, y: now.y - before.y }
        const other = [...pointers].find(([pointer]) => pointer !== event.pointerId)?.[1]
        pointers.set(event.pointerId, now)
        if (other) {
          const grown = distance(now, other) / Math.max(1, distance(before, other))
          setView((was) =>
            panned(
              scaled(was, was.scale * grown, between(now, other), frame()),
              { x: by.x / 2, y: by.y / 2 },
              frame(),
            ),
          )
        } else {
          gesture.current.moved = { x: moved.x + by.x, y: moved.y + by.y }
          setView((was) => panned(was, by, frame()))
        }
      },
      onPointerUp(event) {
        release(event, true)
      },
      onPointerCancel(event) {
        release(event, false)
      },
    },
  }
}
