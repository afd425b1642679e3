/** A point or an offset, in CSS pixels. */
export interface Point {
  x: number
  y: number
}

/** Scale relative to the fitted size, and offset of the picture's centre from the viewport's. */
export interface View extends Point {
  scale: number
}

/** The sizes of the viewport and of the fitted picture, and the largest scale. */
export interface Frame {
  viewport: Size
  picture: Size
  maxScale: number
}

interface Size {
  width: number
  height: number
}

/** The whole picture. */
export const initialView: View = { scale: 1, x: 0, y: 0 }

/** The largest scale of a picture whose own size is not known yet. */
export const unknownMaxScale = 2

/**
 * The scale at which a fitted picture has its own size: beyond it there is nothing more to see. At least 1.
 * @param fitted the size of the box that it is fitted into, whole
 */
export function maxScaleOf(own: Size, fitted: Size): number {
  if (!own.width || !fitted.width) return unknownMaxScale
  return Math.max(1, own.width / fitted.width, own.height / fitted.height)
}

const clamp = (value: number, max: number) => Math.max(-max, Math.min(max, value))

/** Clamps the offset so that the picture covers the viewport, or is centred where it is smaller. */
function clamped({ scale, x, y }: View, { viewport, picture }: Frame): View {
  return {
    scale,
    x: clamp(x, Math.max(0, (picture.width * scale - viewport.width) / 2)),
    y: clamp(y, Math.max(0, (picture.height * scale - viewport.height) / 2)),
  }
}

/** Pans the picture. */
export function panned(view: View, by: Point, frame: Frame): View {
  return clamped({ ...view, x: view.x + by.x, y: view.y + by.y }, frame)
}

/** Scales around a point. @param at relative to the centre of the viewport */
export function scaled(view: View, scale: number, at: Point, frame: Frame): View {
  const next = Math.max(1, Math.min(frame.maxScale, scale))
  const grown = next / view.scale
  return clamped({ scale: next, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, frame)
}
