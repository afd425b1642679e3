import { chakra } from '@chakra-ui/react/styled-system'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import { MessageLayer } from './message-layer'
import { useToasts, type Toast } from './toasts'

const lifeMs = 5000

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

const looks = {
  notice: { icon: Info, color: 'info' },
  success: { icon: Check, color: 'positive' },
  error: { icon: CircleAlert, color: 'danger' },
} as const

/** The key that brings the focus to the newest toast: by Tab it would be the last thing of the page. */
const toastKey = 'F8'

/** Where toasts appear; place it once in a shell. */
export function Toaster() {
  const { toasts, dismiss } = useToasts()
  const corner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const reach = (event: KeyboardEvent) => {
      const newest = corner.current?.lastElementChild
      const target = newest?.querySelector<HTMLElement>('[data-action]') ?? newest?.querySelector('button')
      if (event.key !== toastKey || !target) return
      event.preventDefault()
      target.focus()
    }
    document.addEventListener('keydown', reach)
    return () => {
      document.removeEventListener('keydown', reach)
    }
  }, [])
  return (
    <MessageLayer>
      <Corner ref={corner} role="region" aria-label="Notifications" aria-keyshortcuts={toastKey}>
        {toasts.map((toast) => (
          <Message key={toast.id} toast={toast} onDone={dismiss} />
        ))}
      </Corner>
    </MessageLayer>
  )
}

function Message({ toast, onDone }: { toast: Toast; onDone: (id: number) => void }) {
  const [held, setHeld] = useState({ pointer: false, focus: false })
  useLife(held.pointer || held.focus, () => onDone(toast.id))
  const cameFrom = useRef<HTMLElement | null>(null)
  const enter = (event: FocusEvent) => {
    const before = event.relatedTarget
    if (before instanceof HTMLElement && !event.currentTarget.contains(before)) cameFrom.current = before
    setHeld((now) => ({ ...now, focus: true }))
  }
  // The button that was pressed goes with its toast: the focus goes back first, and what is done may then move it on.
  const leave = () => {
    const back = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById('main')
    back?.focus({ preventScroll: true })
    onDone(toast.id)
  }
  const { icon, color } = looks[toast.status ?? 'notice']
  return (
    <Card
      role={toast.status === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld((now) => ({ ...now, pointer: true }))}
      onMouseLeave={() => setHeld((now) => ({ ...now, pointer: false }))}
      onFocus={enter}
      onBlur={() => setHeld((now) => ({ ...now, focus: false }))}
    >
      <chakra.span color={color}>
        <Icon as={icon} />
      </chakra.span>
      <chakra.p fontWeight={540}>{toast.title}</chakra.p>
      <chakra.div gridRow="1 / 4" gridColumn="3" margin="-.6rem -.6rem -.6rem 0">
        <IconButton label="Dismiss" icon={X} size="s" onClick={leave} />
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
            leave()
            toast.action?.onClick()
          }}
        >
          {toast.action.label}
        </chakra.button>
      )}
    </Card>
  )
}

/** Counts down a toast's life; while held, the rest of it is kept. */
function useLife(held: boolean, onEnd: () => void) {
  const left = useRef(lifeMs)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (held) return
    const since = Date.now()
    const timer = setTimeout(() => end.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - since
    }
  }, [held])
}
