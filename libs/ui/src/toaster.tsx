import { chakra } from './style-engine/factory'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import { MessageLayer } from './message-layer'
import { useToasts, type Toast } from './toasts'

const defaultDurationMs = 5000

const Corner = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: 'toast',
    insetInlineEnd: { base: '.5rem', md: '1.5rem' },
    bottom: { base: '.5rem', md: '1.5rem' },
    width: { base: 'calc(100% - 1rem)', md: '400px' },
    display: 'grid',
    gap: '.75rem',
    pointerEvents: 'none',
  },
})

const Card = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '20px 1fr auto',
    gap: '.1rem .9rem',
    padding: '1rem 1rem 1rem 1.1rem',
    background: 'raised',
    borderRadius: 'panel',
    boxShadow: '2',
    fontSize: '.9375rem',
    lineHeight: 1.45,
    pointerEvents: 'auto',
    animationStyle: 'rise',
    _highContrast: { border: '1px solid' },
  },
})

const appearance = {
  notice: { icon: Info, color: 'info' },
  success: { icon: Check, color: 'positive' },
  error: { icon: CircleAlert, color: 'danger' },
} as const

/** Focuses the newest toast, which would be last in the tab order. */
const focusKey = 'F8'

/** Shows the toasts. Render it once per page. */
export function Toaster() {
  const { toasts, dismiss } = useToasts()
  const corner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const focusNewest = (event: KeyboardEvent) => {
      const newest = corner.current?.lastElementChild
      const target = newest?.querySelector<HTMLElement>('[data-action]') ?? newest?.querySelector('button')
      if (event.key !== focusKey || !target) return
      event.preventDefault()
      target.focus()
    }
    document.addEventListener('keydown', focusNewest)
    return () => {
      document.removeEventListener('keydown', focusNewest)
    }
  }, [])
  return (
    <MessageLayer>
      <Corner ref={corner} role="region" aria-label="Notifications" aria-keyshortcuts={focusKey}>
        {toasts.map((toast) => (
          <Message key={toast.id} toast={toast} onDone={dismiss} />
        ))}
      </Corner>
    </MessageLayer>
  )
}

function Message({ toast, onDone }: { toast: Toast; onDone: (id: number) => void }) {
  const [paused, setPaused] = useState({ pointer: false, focus: false })
  useAutoDismiss(toast.durationMs ?? defaultDurationMs, paused.pointer || paused.focus, () =>
    onDone(toast.id),
  )
  const previousFocus = useRef<HTMLElement | null>(null)
  const enter = (event: FocusEvent) => {
    const before = event.relatedTarget
    if (before instanceof HTMLElement && !event.currentTarget.contains(before)) previousFocus.current = before
    setPaused((now) => ({ ...now, focus: true }))
  }
  // The pressed button is removed with its toast, so focus returns first; the action may then move it.
  const dismissAndRestoreFocus = () => {
    const back = previousFocus.current?.isConnected ? previousFocus.current : document.getElementById('main')
    back?.focus({ preventScroll: true })
    onDone(toast.id)
  }
  const { icon, color } = appearance[toast.status ?? 'notice']
  return (
    <Card
      role={toast.status === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setPaused((now) => ({ ...now, pointer: true }))}
      onMouseLeave={() => setPaused((now) => ({ ...now, pointer: false }))}
      onFocus={enter}
      onBlur={() => setPaused((now) => ({ ...now, focus: false }))}
    >
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
          gridColumn="2"
          justifySelf="start"
          minWidth="44px"
          textAlign="start"
          minHeight="44px"
          fontWeight={520}
          textDecoration="underline"
          textUnderlineOffset=".28em"
          cursor="pointer"
          onClick={() => {
            dismissAndRestoreFocus()
            toast.action?.onClick()
          }}
        >
          {toast.action.label}
        </chakra.button>
      )}
    </Card>
  )
}

/** Calls `onEnd` after `durationMs`, not counting the time that it is paused. */
function useAutoDismiss(durationMs: number, paused: boolean, onEnd: () => void) {
  const remainingMs = useRef(durationMs)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (paused) return
    const startedAt = Date.now()
    const timer = setTimeout(() => end.current(), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current -= Date.now() - startedAt
    }
  }, [paused])
}
