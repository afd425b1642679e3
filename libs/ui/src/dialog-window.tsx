import { Dialog } from '@chakra-ui/react/dialog'
import { Portal } from '@chakra-ui/react/portal'
import { chakra } from '@chakra-ui/react/styled-system'
import X from 'lucide-react/icons/x'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useDensity } from './density'
import { focusAfter, focusedIn, useDialogFocus } from './dialog-focus'
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

interface PanelProps extends Pick<ModalProps, 'open' | 'placement' | 'initialFocus' | 'children'> {
  opener: Element | null | undefined
}

function OpenPanel({ open, placement, initialFocus, opener, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useDialogFocus(panel, opener, initialFocus)
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
            onKeyDown={(event) => {
              rest.onKeyDown?.(event)
              // Zag, which prevents the default, listens from the next frame on.
              const isMeant = event.key === 'Escape' && !event.nativeEvent.isComposing
              if (open && isMeant && !event.defaultPrevented) onClose()
            }}
            {...(width && { width: `min(${width}, 100vw)` })}
          >
            <OpenPanel open={open} placement={placement} initialFocus={initialFocus} opener={opener}>
              {children}
            </OpenPanel>
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
