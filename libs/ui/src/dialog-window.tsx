import { Dialog } from '@chakra-ui/react/dialog'
import { Portal } from '@chakra-ui/react/portal'
import { chakra } from '@chakra-ui/react/styled-system'
import X from 'lucide-react/icons/x'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useDensity } from './density'
import type { DialogProps, ModalProps } from './dialog-props'
import { IconButton } from './icon-button'
import { holdMessages } from './message-layer'

// Chakra removes a closed part when its animation has ended; until then its transition is seen.
const leaving = { _closed: { animation: 'leave {durations.calm}', pointerEvents: 'none' } } as const

const Backdrop = chakra(Dialog.Backdrop, {
  base: {
    position: 'fixed',
    zIndex: 'overlay',
    inset: '0',
    background: 'scrim',
    transition: 'background-color {durations.quick} {easings.calm}',
    _starting: { backgroundColor: 'transparent' },
    ...leaving,
    '&[data-state=closed]': { backgroundColor: 'transparent' },
  },
})

const Positioner = chakra(Dialog.Positioner, {
  base: {
    position: 'fixed',
    zIndex: 'overlay',
    inset: '0',
    height: '100dvh',
    display: 'grid',
    overflow: 'hidden',
  },
})

const hiddenStyles = (styles: object) => ({ '[data-state=closed] > &': styles, _starting: styles })
const sheet = {
  content: { placeSelf: 'end stretch', maxHeight: '94dvh' },
  panel: { borderRadius: '6px 6px 0 0', ...hiddenStyles({ transform: 'translateY(100%)' }) },
}
const centred = {
  placeSelf: { base: 'end stretch', lg: 'center' },
  width: { lg: 'calc(100% - 2rem)' },
  maxHeight: { base: '94dvh', lg: 'calc(100dvh - 2rem)' },
}
const centredPanel = {
  borderRadius: { base: '6px 6px 0 0', lg: 'overlay' },
  ...hiddenStyles({
    transform: { base: 'translateY(100%)', lg: 'translateY(8px)' },
    opacity: { base: '1', lg: '0' },
  }),
}

// Messages inside it are placed in the window, so the panel moves and not this.
const Content = chakra(Dialog.Content, {
  base: {
    display: 'grid',
    gridTemplateRows: 'minmax(0, 1fr)',
    minWidth: '0',
    minHeight: '0',
    outline: 'none',
    color: 'ink',
    ...leaving,
    // As the page's own content is printed.
    '@media print': {
      '& button': { display: 'none !important' },
      '&, & *': {
        background: 'none !important',
        boxShadow: 'none !important',
        color: '#1d1a17 !important',
      },
    },
  },
  variants: {
    placement: {
      centre: { ...centred, maxWidth: { lg: '640px' } },
      wide: { ...centred, maxWidth: { lg: '1000px' } },
      bottom: sheet.content,
      left: { width: 'min(22rem, 100vw)', height: '100dvh' },
      window: { height: '100dvh' },
    },
    // A portal is outside the element that sets the text of the back office.
    density: { shop: { textStyle: 'body' }, desk: { textStyle: 'deskBody' } },
  },
})

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
      centre: centredPanel,
      wide: centredPanel,
      bottom: sheet.panel,
      left: hiddenStyles({ transform: 'translateX(-100%)' }),
      window: { overflow: 'auto', background: 'bg', boxShadow: 'none', ...hiddenStyles({ opacity: 0 }) },
    },
  },
})

/** The code of `Modal`. */
export function ModalWindow(props: ModalProps) {
  const { open } = props
  // Opened again while it is still closing, it shows nothing of the time before.
  const [opening, setOpening] = useState({ open, times: 0 })
  if (open !== opening.open) setOpening({ open, times: opening.times + Number(open) })
  return <Opening key={opening.times} {...props} />
}

const focusedIn = (content: Element | null) => {
  const focused = document.activeElement
  return focused instanceof HTMLElement && content?.contains(focused) ? focused : null
}

/** What opened a dialog, by its content. */
const openers = new WeakMap<Element, Element>()

/** What opened a dialog, or if that was in a dialog that has gone as well, what opened that. */
function remaining(opener: Element | null | undefined): HTMLElement | null {
  if (!(opener instanceof HTMLElement)) return null
  if (opener.isConnected) return opener
  const dialog = opener.closest('[role=dialog]')
  return remaining(dialog && openers.get(dialog))
}

/** Where the focus goes when a dialog has closed: nowhere if another one, opened meanwhile, has it. */
function focusAfter(opener: Element | null | undefined) {
  const target = remaining(opener)
  const current = focusedIn(document.activeElement?.closest('[role=dialog][data-state=open]') ?? null)
  return current && !current.closest('[role=dialog]')?.contains(target) ? current : target
}

type WindowProps = Pick<ModalProps, 'open' | 'placement' | 'initialFocus' | 'children'> & {
  opener: Element | null | undefined
}

/**
 * Focuses a field as soon as it is there; Zag does it a frame later, and selects what has been typed by then. Returns the focus at once
 * from a dialog that is removed while it is open, since another may take its place.
 */
function FocusedPanel({ open, placement, initialFocus, opener, children }: WindowProps) {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const content = panel.current?.parentElement ?? null
    if (content && opener) openers.set(content, opener)
    initialFocus?.current?.focus({ preventScroll: true })
    return () => {
      if (focusedIn(content)) remaining(opener)?.focus({ preventScroll: true })
    }
  }, [initialFocus, opener])
  useLayoutEffect(() => (open ? holdMessages(panel.current?.parentElement ?? null) : undefined), [open])
  return (
    <Panel ref={panel} placement={placement}>
      {children}
    </Panel>
  )
}

function Opening({ open, onClose, placement, width, initialFocus, children, ...rest }: ModalProps) {
  const content = useRef<HTMLDivElement>(null)
  const density = useDensity()
  // What has the focus before anything inside takes it. No dialog is open until that is known: Zag starts a machine even if what it is
  // for has gone by then.
  const [opener, setOpener] = useState<Element | null>()
  useEffect(() => setOpener(document.activeElement), [])
  return (
    <Dialog.Root
      open={open && opener !== undefined}
      onOpenChange={onClose}
      initialFocusEl={() => focusedIn(content.current) ?? initialFocus?.current ?? null}
      finalFocusEl={() => focusAfter(opener)}
      // One that was open below it has closed by now.
      onRequestDismiss={(event) => event.preventDefault()}
      aria-label={rest['aria-label']}
    >
      <Portal>
        <Backdrop />
        <Positioner>
          <Content
            ref={content}
            placement={placement}
            density={density}
            onKeyDown={rest.onKeyDown}
            {...(width && { width: `min(${width}, 100vw)` })}
          >
            <FocusedPanel open={open} placement={placement} initialFocus={initialFocus} opener={opener}>
              {children}
            </FocusedPanel>
          </Content>
        </Positioner>
      </Portal>
    </Dialog.Root>
  )
}

const Bar = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '.75rem',
    paddingBlock: '1.1rem',
    paddingInline: { base: '1.1rem', md: '1.5rem' },
    borderBottom: '1px solid {colors.line}',
  },
})

/** The code of `Dialog`. */
export function DialogWindow(props: DialogProps) {
  const { title, description, children, placement = 'centre', closeLabel = 'Close', ...modal } = props
  return (
    <ModalWindow {...modal} placement={placement}>
      <Bar>
        <chakra.div minWidth="0" display="grid" gap=".2rem">
          <Dialog.Title textStyle="h3" fontSize="1.375rem">
            {title}
          </Dialog.Title>
          {description && (
            <Dialog.Description textStyle="small" color="muted">
              {description}
            </Dialog.Description>
          )}
        </chakra.div>
        <chakra.span margin="-.5rem">
          <IconButton label={closeLabel} icon={X} onClick={modal.onClose} />
        </chakra.span>
      </Bar>
      <chakra.div
        padding={{ base: '1.1rem', md: '1.5rem' }}
        overflow="auto"
        overscrollBehavior="contain"
        tabIndex={0}
      >
        {children}
      </chakra.div>
    </ModalWindow>
  )
}
