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
import { syncPageWithDialogs } from './message-layer'

const exitTransition = 'display {durations.calm} allow-discrete, overlay {durations.calm} allow-discrete'

// Fills the window: the backdrop around the panel is part of the dialog, and so are messages.
const Overlay = chakra(
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
      // It would inherit the alignment of where its button is, such as a line of buttons at the end.
      textAlign: 'start',
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
          transition: `background-color {durations.quick} {easings.calm}, ${exitTransition}`,
          _starting: { backgroundColor: 'transparent' },
        },
      },
    },
  },
  { forwardProps: ['closedby'] },
)

const hiddenStyles = (styles: object) => ({ 'dialog:not([open]) > &': styles, _starting: styles })
const sheet = { base: 'translateY(100%)', lg: 'translateY(8px)' }
const fade = { base: '1', lg: '0' }
const centred = {
  placeSelf: { base: 'end stretch', lg: 'center' },
  width: { lg: 'calc(100% - 2rem)' },
  maxHeight: { base: '94dvh', lg: 'calc(100dvh - 2rem)' },
  borderRadius: { base: '6px 6px 0 0', lg: 'overlay' },
  ...hiddenStyles({ transform: sheet, opacity: fade }),
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
      bottom: {
        placeSelf: 'end stretch',
        maxHeight: '94dvh',
        borderRadius: '6px 6px 0 0',
        ...hiddenStyles({ transform: 'translateY(100%)' }),
      },
      left: {
        width: 'min(22rem, 100vw)',
        height: '100dvh',
        ...hiddenStyles({ transform: 'translateX(-100%)' }),
      },
      window: {
        height: '100dvh',
        overflow: 'auto',
        background: 'bg',
        boxShadow: 'none',
        ...hiddenStyles({ opacity: 0 }),
      },
    },
    moving: { false: { transition: 'none' } },
  },
})

type OverlayProps = Omit<ComponentProps<typeof Overlay>, 'open' | 'onClose' | 'width'>

export interface ModalProps extends OverlayProps {
  open: boolean
  /** Called on Escape and on a press outside the panel. Without it neither closes the dialog. */
  onClose?: () => void
  /** centre 640 px and wide 1000 px are sheets at the bottom below 900 px; bottom and left are drawers; window fills it. */
  placement: 'centre' | 'wide' | 'bottom' | 'left' | 'window'
  /** CSS width of a drawer, at most that of the window; 22rem by default. */
  width?: string
  /** The control to focus first; the browser chooses by default. */
  initialFocus?: RefObject<HTMLElement | null>
  /** True for a dialog that is open in server-rendered HTML. It is not animated. */
  openInHtml?: boolean
  children?: ReactNode
}

/**
 * A native modal dialog: the page behind it is inert and does not scroll, and focus returns on close. Name it by
 * `aria-label` or `aria-labelledby`.
 */
export function Modal(props: ModalProps) {
  const { open, openInHtml = false } = props
  const [present, setPresent] = useState(open || openInHtml)
  // Opened again while it is still closing, it shows nothing of the time before.
  const [opening, setOpening] = useState({ open, times: 0 })
  if (open && !present) setPresent(true)
  if (open !== opening.open) setOpening({ open, times: opening.times + Number(open) })
  return present || open ? <PresentModal key={opening.times} {...props} onPresent={setPresent} /> : null
}

function PresentModal(props: ModalProps & { onPresent: (present: boolean) => void }) {
  const { open, onClose, onPresent, placement, width, initialFocus, openInHtml, children, ...rest } = props
  const overlay = useRef<HTMLDialogElement>(null)
  const pressBeganOnOverlay = useRef(false)
  const animated = !openInHtml

  useLayoutEffect(() => {
    const dialog = overlay.current
    if (!dialog) return
    // A dialog that is open in the HTML is not modal, and showModal() throws on an open dialog.
    dialog.close()
    if (open) {
      dialog.showModal()
      initialFocus?.current?.focus()
    }
    syncPageWithDialogs()
  }, [open, initialFocus])

  // On unmount only: closing before every showModal() would make React restore focus inside the dialog.
  useLayoutEffect(() => {
    const dialog = overlay.current
    return () => {
      dialog?.close()
      syncPageWithDialogs()
    }
  }, [])

  useEffect(() => {
    const dialog = overlay.current
    if (open || !dialog) return
    let isClosing = true
    const animations = dialog.getAnimations({ subtree: true }).map(({ finished }) => finished)
    void Promise.allSettled(animations).then(() => {
      if (isClosing) onPresent(false)
    })
    return () => {
      isClosing = false
    }
  }, [open, onPresent])

  // React bubbles events of nested dialogs to this one.
  const isDirect = ({ target, currentTarget }: SyntheticEvent) => target === currentTarget
  return (
    <Overlay
      open={openInHtml}
      ref={overlay}
      moving={animated}
      {...rest}
      closedby={onClose ? undefined : 'none'}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event)
        // Browsers without `closedby` close on a second Escape even if `cancel` was prevented.
        if (event.key === 'Escape' && !onClose) event.preventDefault()
        if (event.key === 'Tab') keepFocusInside(event)
      }}
      onCancel={(event) => {
        if (!isDirect(event)) return
        event.preventDefault()
        onClose?.()
      }}
      onClose={(event) => {
        if (!isDirect(event) || event.currentTarget.open || !open) return
        syncPageWithDialogs()
        onClose?.()
      }}
      // Both events, since a text selection that begins in the panel may end outside it.
      onPointerDown={(event) => {
        pressBeganOnOverlay.current = isDirect(event)
      }}
      onClick={(event) => {
        if (isDirect(event) && pressBeganOnOverlay.current) onClose?.()
      }}
    >
      <Panel placement={placement} moving={animated} {...(width && { width: `min(${width}, 100vw)` })}>
        {children}
      </Panel>
    </Overlay>
  )
}

const controls = 'a[href], :is(button, input, select, textarea):not([disabled]), [tabindex="0"]'

/** Keeps Tab within the dialog's controls. */
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
