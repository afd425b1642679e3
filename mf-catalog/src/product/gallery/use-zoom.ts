import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { panned, scaled, wholeView, type Frame, type Point, type View } from './zoom-view'

const step = 1.5
const tapped = 2.5
const slack = 8
const swiped = 48

interface Gesture {
  fingers: Map<number, Point>
  moved: Point
  /** More than one finger took part: it is neither a tap nor a swipe. */
  pinched: boolean
}

/** A picture's zoom: by tap, pinch, wheel and buttons, and moved by dragging. */
export interface Zoom {
  room: RefObject<HTMLDivElement | null>
  picture: RefObject<HTMLDivElement | null>
  view: View
  /** A finger or the mouse holds the picture. */
  isHeld: boolean
  nearer: () => void
  further: () => void
  whole: () => void
  pan: (by: Point) => void
  handlers: Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
    (event: PointerEvent) => void
  >
}

const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

/** @param onSwipe the whole picture was pushed aside: 1 for the next, -1 for the one before */
export function useZoom(onSwipe: (direction: 1 | -1) => void): Zoom {
  const room = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const [view, setView] = useState(wholeView)
  const [isHeld, setHeld] = useState(false)
  const gesture = useRef<Gesture>({ fingers: new Map(), moved: { x: 0, y: 0 }, pinched: false })

  const frame = (): Frame => ({
    room: { width: room.current?.clientWidth ?? 0, height: room.current?.clientHeight ?? 0 },
    picture: { width: picture.current?.offsetWidth ?? 0, height: picture.current?.offsetHeight ?? 0 },
  })
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = room.current?.getBoundingClientRect()
    return box ? { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 } : { x: 0, y: 0 }
  }
  const scale = (by: number, at: Point = { x: 0, y: 0 }) => {
    setView((was) => scaled(was, was.scale * by, at, frame()))
  }

  // React listens to wheels without the right to keep the page from scrolling.
  useEffect(() => {
    const element = room.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      const at = fromMiddle(event)
      // A pinch on a touchpad comes as a small wheel with Ctrl.
      setView((was) =>
        scaled(
          was,
          was.scale * Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.002)),
          at,
          frame(),
        ),
      )
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      element?.removeEventListener('wheel', onWheel)
    }
  }, [])

  const release = (event: PointerEvent, isDone: boolean) => {
    const { fingers, moved, pinched } = gesture.current
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return
    setHeld(false)
    if (!isDone || pinched) return
    if (Math.hypot(moved.x, moved.y) < slack) {
      const at = fromMiddle(event)
      setView((was) => (was.scale > 1 ? wholeView : scaled(was, tapped, at, frame())))
    } else if (view.scale === 1 && Math.abs(moved.x) > swiped && Math.abs(moved.x) > Math.abs(moved.y)) {
      onSwipe(moved.x < 0 ? 1 : -1)
    }
  }
  return {
    room,
    picture,
    view,
    isHeld,
    nearer: () => {
      scale(step)
    },
    further: () => {
      scale(1 / step)
    },
    whole: () => {
      setView(wholeView)
    },
    pan: (by) => {
      setView((was) => panned(was, by, frame()))
    },
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0) return
        const { fingers } = gesture.current
        if (fingers.size === 0) gesture.current = { fingers, moved: { x: 0, y: 0 }, pinched: false }
        else gesture.current.pinched = true
        fingers.set(event.pointerId, fromMiddle(event))
        if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId)
        setHeld(true)
      },
      onPointerMove(event) {
        const { fingers, moved } = gesture.current
        const before = fingers.get(event.pointerId)
        if (!before) return
        const now = fromMiddle(event)
        const by = { x: now.x - before.x, y: now.y - before.y }
        const other = [...fingers].find(([finger]) => finger !== event.pointerId)?.[1]
        fingers.set(event.pointerId, now)
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
