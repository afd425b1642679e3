import { chakra } from '@chakra-ui/react/styled-system'
import X from 'lucide-react/icons/x'
import { useId, type ReactNode } from 'react'
import { Heading } from './heading'
import { IconButton } from './icon-button'
import { Modal, type ModalProps } from './modal'

export interface DialogProps extends Pick<ModalProps, 'open' | 'width' | 'initialFocus'> {
  /** Called on Escape, a press outside the panel, or the close button. */
  onClose: () => void
  title: ReactNode
  /** A sentence under the title. */
  description?: ReactNode
  children?: ReactNode
  /** centre by default; bottom and left are drawers. */
  placement?: 'centre' | 'wide' | 'bottom' | 'left'
  closeLabel?: string
}

/** A modal dialog with a title, a close button and scrolling content. */
export function Dialog(props: DialogProps) {
  const { title, description, children, placement = 'centre', closeLabel = 'Close', ...modal } = props
  const id = useId()
  return (
    <Modal
      {...modal}
      placement={placement}
      aria-labelledby={id}
      aria-describedby={description ? `${id}-more` : undefined}
    >
      <Bar>
        <chakra.div minWidth="0" display="grid" gap=".2rem">
          <Heading level={2} textStyle="h3" fontSize="1.375rem" id={id}>
            {title}
          </Heading>
          {description && (
            <chakra.p textStyle="small" color="muted" id={`${id}-more`}>
              {description}
            </chakra.p>
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
    </Modal>
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
