import { chakra } from '@chakra-ui/react/styled-system'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { arrangePage } from './message-layer'

const leaving = 'display {durations.calm} allow-discrete, overlay {durations.calm} allow-discrete'

// The whole window: the ground around the panel is part of the dialog, and messages stand in it.
const Ground = chakra(
  'dialog',
  {
    base: {
      position: 'fixed',
      zIndex: 'overlay',
      inset: '0',
      width: '100%',
      height: '100dvh',
      maxWidth: 'none',
      maxHeight: 'none',
      margin: '0',
      border: '0',
      padding: '0',
      overflow: 'hidden',
      background: 'scrim',
      color: 'ink',
      outline: 'none',
      '&[open]': { display: 'grid' },
      '&::backdrop': { background: 'transparent' },
      '&:not([open])': { backgroundColor: 'transparent', pointerEvents: 'none' },
    },
    variants: {
      moving: {
        true: {
          transition: `background-color {durations.quick} {easings.calm}, ${leaving}`,
          _starting: { backgroundColor: 'transparent' },
        },
      },
    },
  },
  { forwardProps: ['closedby'] },
)

const away = (styles: object) => ({ 'dialog:not([open]) > &': styles, _starting: styles })
const sheet = { base: 'translateY(100%)', lg: 'translateY(8px)' }
const fade = { base: '1', lg: '0' }
const centred = {
  placeSelf: { base: 'end stretch', lg: 'center' },
  width: { lg: 'calc(100% - 2rem)' },
  maxHeight: { base: '94dvh', lg: 'calc(100dvh - 2rem)' },
  borderRadius: { base: '6px 6px 0 0', lg: 'overlay' },
  ...away({ transform: sheet, opacity: fade }),
}

const Panel = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateRows: 'auto minmax(0, 1fr)',
    minWidth: '0',
    minHeight: '0',
    background: 'raised',
    boxShadow: '3',
    transition: 'transform {durations.calm} {easings.calm}, opacity {durations.quick} {easings.calm}',
    _highContrast: { border: '1px solid' },
  },
  variants: {
    placement: {
      centre: { ...centred, maxWidth: { lg: '640px' } },
      wide: { ...centred, maxWidth: { lg: '1000px' } },
      left: {
        width: 'min(22rem, 100vw)',
        height: '100dvh',
        ...away({ transform: 'translateX(-100%)' }),
      },
      window: {
        height: '100dvh',
        overflow: 'auto',
        background: 'bg',
        boxShadow: 'none',
        ...away({ opacity: 0 }),
      },
    },
    moving: { false: { transition: 'none' } },
  },
})

type GroundProps = Omit<ComponentProps<typeof Ground>, 'open' | 'onClose' | 'width'>

export interface ModalProps extends GroundProps {
  open: boolean
  /** Escape was pressed, or the ground beside the panel. Without it neither closes the dialog. */
  onClose?: () => void
  /** centre 640 px and wide 1000 px are sheets at the bottom below 900 px; left is a drawer; window fills it. */
  placement: 'centre' | 'wide' | 'left' | 'window'
  /** A drawer's breadth as CSS, never more than the window; 22rem unless given. */
  width?: string
  /** Which control has the focus first; the browser chooses otherwise. */
  initialFocus?: RefObject<HTMLElement | null>
  /** True for a dialog that a server's HTML shows open before any script has run. It does not move. */
  openInHtml?: boolean
  children?: ReactNode
}

/**
 * The browser's own modal dialog around any content: what is behind it is inert and does not scroll, the focus goes
 * back where it was. Name it by `aria-label` or `aria-labelledby`.
 */
export function Modal(props: ModalProps) {
  const { open, openInHtml = false } = props
  const [present, setPresent] = useState(open || openInHtml)
  if (open && !present) setPresent(true)
  return present || open ? <Shown {...props} onPresent={setPresent} /> : null
}

function Shown(props: ModalProps & { onPresent: (present: boolean) => void }) {
  const { open, onClose, onPresent, placement, width, initialFocus, openInHtml, children, ...rest } = props
  const ground = useRef<HTMLDialogElement>(null)
  const isGroundPressed = useRef(false)
  const moving = !openInHtml

  useLayoutEffect(() => {
    const dialog = ground.current
    if (!dialog) return
    // One that the HTML shows open is not modal yet, and an open one cannot be made so.
    dialog.close()
    if (open) {
      dialog.showModal()
      initialFocus?.current?.focus()
    }
    arrangePage()
  }, [open, initialFocus])

  // Not before each showing: React would give the focus back to what had it in the dialog.
  useLayoutEffect(() => {
    const dialog = ground.current
    return () => {
      dialog?.close()
      arrangePage()
    }
  }, [])

  useEffect(() => {
    const dialog = ground.current
    if (open || !dialog) return
    let isLeaving = true
    const movements = dialog.getAnimations({ subtree: true }).map(({ finished }) => finished)
    void Promise.allSettled(movements).then(() => {
      if (isLeaving) onPresent(false)
    })
    return () => {
      isLeaving = false
    }
  }, [open, onPresent])

  // React hands the events of what is inside the dialog on to it, those of other dialogs too.
  const isOwn = ({ target, currentTarget }: SyntheticEvent) => target === currentTarget
  return (
    <Ground
      open={openInHtml}
      ref={ground}
      moving={moving}
      {...rest}
      closedby={onClose ? undefined : 'none'}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event)
        // Browsers without `closedby` close on a second Escape whatever is answered to `cancel`.
        if (event.key === 'Escape' && !onClose) event.preventDefault()
        if (event.key === 'Tab') keepFocusInside(event)
      }}
      onCancel={(event) => {
        if (!isOwn(event)) return
        event.preventDefault()
        onClose?.()
      }}
      onClose={(event) => {
        if (!isOwn(event) || event.currentTarget.open || !open) return
        arrangePage()
        onClose?.()
      }}
      // Both, since a press that began on text in the panel may end beside it.
      onPointerDown={(event) => {
        isGroundPressed.current = isOwn(event)
      }}
      onClick={(event) => {
        if (isOwn(event) && isGroundPressed.current) onClose?.()
      }}
    >
      <Panel placement={placement} moving={moving} {...(width && { width: `min(${width}, 100vw)` })}>
        {children}
      </Panel>
    </Ground>
  )
}

const controls = 'a[href], :is(button, input, select, textarea):not([disabled]), [tabindex="0"]'

/** Tab goes round among the dialog's own controls. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.defaultPrevented) return
  const reachable = [...event.currentTarget.querySelectorAll<HTMLElement>(controls)].filter((control) =>
    control.checkVisibility({ visibilityProperty: true }),
  )
  const [from, to] = event.shiftKey
    ? [reachable.at(0), reachable.at(-1)]
    : [reachable.at(-1), reachable.at(0)]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
