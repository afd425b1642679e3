import { ModalFrame, type ModalFrameProps } from './modal-frame'

export interface DrawerProps extends ModalFrameProps {
  side?: 'left' | 'right' | 'bottom'
  /** Its breadth as CSS; 22rem, and never wider than the window. */
  width?: string
}

const places = {
  left: { justifyItems: 'start' },
  right: { justifyItems: 'end' },
  bottom: { alignItems: 'end' },
}

const movements = { left: 'fromLeft', right: 'fromRight', bottom: 'sheet' }

/** A panel from the window's edge: the phone's menu, filters, a record's details. */
export function Drawer({ side = 'right', width = '22rem', ...frame }: DrawerProps) {
  const shape =
    side === 'bottom'
      ? { maxHeight: '94dvh', borderRadius: '6px 6px 0 0' }
      : { width: `min(${width}, 100vw)`, height: '100dvh' }
  return <ModalFrame {...frame} place={places[side]} shape={{ ...shape, animationStyle: movements[side] }} />
}
