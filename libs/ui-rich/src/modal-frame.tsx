import { Dialog as Parts } from '@chakra-ui/react/dialog'
import { Portal } from '@chakra-ui/react/portal'
import { chakra, Heading, IconButton } from '@shop/ui'
import X from 'lucide-react/icons/x'
import type { ReactNode, RefObject } from 'react'

export interface ModalFrameProps {
  open: boolean
  /** Asked for by Escape, a click beside it, or the close button. */
  onClose: () => void
  title: ReactNode
  /** A sentence under the title. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the primary last. */
  footer?: ReactNode
  /** 'alertdialog' where an answer is wanted. */
  role?: 'dialog' | 'alertdialog'
  /** False while work is going on: Escape and clicks beside it do nothing, no close button. */
  dismissable?: boolean
  /** Who gets the focus first; otherwise the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  closeLabel?: string
}

interface FramedProps extends ModalFrameProps {
  /** Where the panel stands in the window. */
  place: Record<string, unknown>
  /** The panel's own measure and movement. */
  shape: Record<string, unknown>
}

/** Scrim, focus trap, header, scrolling body and footer: what dialogs and drawers share. */
export function ModalFrame(props: FramedProps) {
  const {
    open,
    onClose,
    title,
    description,
    children,
    footer,
    role,
    dismissable = true,
    initialFocus,
  } = props
  return (
    <Parts.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      role={role}
      lazyMount
      unmountOnExit
      closeOnEscape={dismissable}
      closeOnInteractOutside={dismissable && role !== 'alertdialog'}
      persistentElements={[toaster]}
      {...(initialFocus && { initialFocusEl: () => initialFocus.current })}
    >
      <Portal>
        <Parts.Backdrop
          position="fixed"
          inset="0"
          zIndex="overlay"
          background="scrim"
          animationStyle="fade"
          _closed={{ animation: 'leave .11s {easings.exit} both' }}
        />
        <Parts.Positioner position="fixed" inset="0" zIndex="overlay" display="grid" css={props.place}>
          <Parts.Content
            display="grid"
            gridTemplateRows="auto minmax(0, 1fr) auto"
            background="raised"
            color="ink"
            boxShadow="3"
            outline="none"
            minWidth="0"
            css={props.shape}
            _closed={{ animation: 'leave .19s {easings.exit} both' }}
          >
            <Bar borderBottom="1px solid {colors.line}">
              <chakra.div minWidth="0" display="grid" gap=".2rem">
                <Parts.Title asChild>
                  <Heading level={2} textStyle="h3" fontSize="1.375rem">
                    {title}
                  </Heading>
                </Parts.Title>
                {description && (
                  <Parts.Description textStyle="small" color="muted">
                    {description}
                  </Parts.Description>
                )}
              </chakra.div>
              {dismissable && (
                <chakra.span margin="-.5rem">
                  <IconButton label={props.closeLabel ?? 'Close'} icon={X} onClick={onClose} />
                </chakra.span>
              )}
            </Bar>
            <chakra.div
              padding={{ base: '1.1rem', md: '1.5rem' }}
              overflow="auto"
              overscrollBehavior="contain"
              tabIndex={0}
            >
              {children}
            </chakra.div>
            {footer && (
              <Bar
                borderTop="1px solid {colors.line}"
                justifyContent="flex-end"
                css={{ '& > button, & > a': { flex: { base: '1', md: 'none' } } }}
              >
                {footer}
              </Bar>
            )}
          </Parts.Content>
        </Parts.Positioner>
      </Portal>
    </Parts.Root>
  )
}

// Messages stay within reach while a dialog is open; dismissing one does not dismiss the dialog.
const toaster = () => document.querySelector('[data-toaster]')

const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '.75rem',
    paddingBlock: '1.1rem',
    paddingInline: { base: '1.1rem', md: '1.5rem' },
    '&:first-of-type': { flexWrap: 'nowrap' },
  },
})
