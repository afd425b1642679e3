/** A point or a way, in CSS pixels. */
export interface Point {
  x: number
  y: number
}

/** How a picture is looked at: how many times its fitting size, and how far its middle is from the window's. */
export interface View extends Point {
  scale: number
}

/** The room and the picture's fitting size in it. */
export interface Frame {
  room: { width: number; height: number }
  picture: { width: number; height: number }
}

/** The whole picture. */
export const wholeView: View = { scale: 1, x: 0, y: 0 }

/** As near as one can come. */
export const nearest = 4

const within = (value: number, most: number) => Math.max(-most, Math.min(most, value))

/** Keeps the picture's edges at or outside the room's, or the picture in the middle where it is smaller. */
function held({ scale, x, y }: View, { room, picture }: Frame): View {
  return {
    scale,
    x: within(x, Math.max(0, (picture.width * scale - room.width) / 2)),
    y: within(y, Math.max(0, (picture.height * scale - room.height) / 2)),
  }
}

/** Moves the picture. */
export function panned(view: View, by: Point, frame: Frame): View {
  return held({ ...view, x: view.x + by.x, y: view.y + by.y }, frame)
}

/** Comes nearer or goes away while one point stays where it is. @param at from the middle of the room */
export function scaled(view: View, scale: number, at: Point, frame: Frame): View {
  const next = Math.max(1, Math.min(nearest, scale))
  const grown = next / view.scale
  return held({ scale: next, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, frame)
}
