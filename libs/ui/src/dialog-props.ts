import type { KeyboardEventHandler, ReactNode, RefObject } from 'react'

export interface ModalProps {
  open: boolean
  /** Called on Escape and on a press outside the dialog. Whoever keeps `open` true keeps it open. */
  onClose: () => void
  /** centre 640 px and wide 1000 px are sheets at the bottom below 900 px; bottom and left are drawers; window fills it. */
  placement: 'centre' | 'wide' | 'bottom' | 'left' | 'window'
  /** CSS width of a drawer, at most that of the window; 22rem by default. */
  width?: string
  /** The control to focus first; the first one by default. */
  initialFocus?: RefObject<HTMLElement | null>
  /** The name of a dialog that shows no title. */
  'aria-label'?: string
  onKeyDown?: KeyboardEventHandler<HTMLElement>
  children?: ReactNode
}

export interface DialogProps extends Pick<ModalProps, 'open' | 'width' | 'initialFocus' | 'children'> {
  /** Called on Escape, a press outside the dialog, or the close button. */
  onClose: () => void
  title: ReactNode
  /** A sentence under the title. */
  description?: ReactNode
  /** centre by default; bottom and left are drawers. */
  placement?: 'centre' | 'wide' | 'bottom' | 'left'
  closeLabel?: string
}
