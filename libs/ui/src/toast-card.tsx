import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@shop/router'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type ComponentType, type FocusEvent } from 'react'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import type { Toast } from './toasts'
import { useAutoDismiss } from './use-auto-dismiss'

export interface ToastPanelProps {
  /** Id of what the toast is about. */
  about: string
  /** Makes it a toast again, for the rest of its time. */
  onFold: () => void
  /** Closes panel and toast, and returns the focus that is in it to where it was. */
  onDone: () => void
}

/** The panels that a toast can grow into, by name. A panel that is not there yet leaves the toast as it is. */
export type ToastPanels = Readonly<Record<string, ComponentType<ToastPanelProps> | undefined>>

const Card = chakra('div', {
  base: {
    background: 'raised',
    borderRadius: 'panel',
    boxShadow: '2',
    fontSize: '.9375rem',
    lineHeight: 1.45,
    pointerEvents: 'auto',
    animationStyle: 'rise',
    _highContrast: { border: '1px solid' },
  },
  variants: {
    // A sheet at the bottom of a phone; in a wide window a drawer at the left edge, below the header: it leaves a product's name, price
    // and button in sight.
    grown: {
      true: {
        position: 'fixed',
        insetInlineEnd: { base: '0', lg: 'auto' },
        insetInlineStart: { base: '0', md: 'auto', lg: '0' },
        bottom: { base: '0', lg: 'auto' },
        top: { lg: '7.25rem' },
        width: { md: '420px' },
        maxHeight: { base: '85dvh', lg: 'calc(100dvh - 8.5rem)' },
        overflow: 'auto',
        overscrollBehavior: 'contain',
        paddingBottom: 'env(safe-area-inset-bottom)',
        borderRadius: { base: '6px 6px 0 0', lg: '0 6px 6px 0' },
        boxShadow: '3',
      },
    },
  },
})

const Words = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '20px 1fr auto',
    gap: '.1rem .9rem',
    padding: '1rem 1rem 1rem 1.1rem',
  },
})

const appearance = {
  notice: { icon: Info, color: 'info' },
  success: { icon: Check, color: 'positive' },
  error: { icon: CircleAlert, color: 'danger' },
} as const

const actionStyle = {
  gridColumn: '2',
  justifySelf: 'start',
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: '44px',
  minHeight: '44px',
  textAlign: 'start',
  fontWeight: 520,
  textDecoration: 'underline',
  textUnderlineOffset: '.28em',
  cursor: 'pointer',
} as const

/** How long after it has grown a panel takes no second press of a double click, which was meant for what it covers. In milliseconds. */
const doubleClickMs = 500

interface ToastCardProps {
  toast: Toast
  panel: ComponentType<ToastPanelProps> | undefined
  onDone: (id: number) => void
}

/** One message, and what it has grown into. It stays for its time, longer while a visitor attends to it. */
export function ToastCard({ toast, panel: Panel, onDone }: ToastCardProps) {
  const [paused, setPaused] = useState({ pointer: false, focus: false })
  const [folded, setFolded] = useState(false)
  const end = () => {
    onDone(toast.id)
  }
  const fold = () => {
    setFolded(true)
    // A finger does not leave, and no event tells that what had the focus is gone.
    setPaused({ pointer: false, focus: false })
  }
  const grown = Panel && toast.panel && !folded ? { Panel, about: toast.panel.about } : null
  useAutoDismiss(toast.durationMs, paused.pointer || paused.focus, end)
  const isNew = useRef(false)
  const hasGrown = grown !== null
  useEffect(() => {
    isNew.current = hasGrown
    const timer = setTimeout(() => {
      isNew.current = false
    }, doubleClickMs)
    return () => {
      clearTimeout(timer)
    }
  }, [hasGrown])
  const previousFocus = useRef<HTMLElement | null>(null)
  const enter = (event: FocusEvent) => {
    const before = event.relatedTarget
    if (before instanceof HTMLElement && !event.currentTarget.contains(before)) previousFocus.current = before
    setPaused((now) => ({ ...now, focus: true }))
    // A panel that comes late takes no link away from under the focus.
    if (!grown) setFolded(true)
  }
  // The pressed button is removed with its toast, so focus returns first; the action may then move it.
  const dismissAndRestoreFocus = () => {
    const back = previousFocus.current?.isConnected ? previousFocus.current : document.getElementById('main')
    back?.focus({ preventScroll: true })
    end()
  }
  const { icon, color } = appearance[toast.status ?? 'notice']
  return (
    <Card
      grown={hasGrown}
      onClickCapture={(event) => {
        if (!isNew.current || event.detail < 2) return
        event.preventDefault()
        event.stopPropagation()
      }}
      // Moved, not merely under it: it may have appeared where the pointer rests.
      onMouseMove={() => setPaused((now) => ({ ...now, pointer: true }))}
      onPointerDown={() => setPaused((now) => ({ ...now, pointer: true }))}
      onMouseLeave={() => setPaused((now) => ({ ...now, pointer: false }))}
      onFocus={enter}
      onBlur={() => setPaused((now) => ({ ...now, focus: false }))}
    >
      <Words role={toast.isAnnounced ? undefined : toast.status === 'error' ? 'alert' : 'status'}>
        <chakra.span color={color}>
          <Icon as={icon} />
        </chakra.span>
        <chakra.p fontWeight={540}>{toast.title}</chakra.p>
        <chakra.div gridRow="1 / 4" gridColumn="3" margin="-.6rem -.6rem -.6rem 0">
          <IconButton label="Dismiss" icon={X} size="s" onClick={dismissAndRestoreFocus} />
        </chakra.div>
        {toast.description && (
          <chakra.p gridColumn="2" color="inkSoft" textStyle="small">
            {toast.description}
          </chakra.p>
        )}
        {toast.action && (
          <chakra.button
            type="button"
            data-action
            {...actionStyle}
            onClick={() => {
              dismissAndRestoreFocus()
              toast.action?.onClick()
            }}
          >
            {toast.action.label}
          </chakra.button>
        )}
        {toast.link && !grown && (
          <chakra.span {...actionStyle} asChild>
            <Link to={toast.link.to} onClick={end}>
              {toast.link.label}
            </Link>
          </chakra.span>
        )}
      </Words>
      {grown && (
        <grown.Panel about={grown.about} onFold={fold} onDone={paused.focus ? dismissAndRestoreFocus : end} />
      )}
    </Card>
  )
}
