import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef } from 'react'
import { MessageLayer } from './message-layer'
import { ToastCard, type ToastPanels } from './toast-card'
import { useToasts } from './toasts'

const Corner = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: 'toast',
    insetInlineEnd: { base: '.5rem', md: '1.5rem' },
    bottom: { base: '.5rem', md: '1.5rem' },
    // Above the buttons at a dialog's foot.
    '[role=dialog] &, [role=alertdialog] &': { bottom: '5.5rem' },
    width: { base: 'calc(100% - 1rem)', md: '400px' },
    display: 'grid',
    gap: '.75rem',
    pointerEvents: 'none',
  },
})

/** Focuses the newest toast, which would be last in the tab order. */
const focusKey = 'F8'

/** Shows the toasts. Render it once per page, within the router. @param panels what toasts grow into, by name */
export function Toaster({ panels = {} }: { panels?: ToastPanels }) {
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
          <ToastCard
            key={toast.id}
            toast={toast}
            panel={toast.panel && panels[toast.panel.name]}
            onDone={dismiss}
          />
        ))}
      </Corner>
    </MessageLayer>
  )
}
