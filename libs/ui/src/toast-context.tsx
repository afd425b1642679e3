import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from 'react'

export interface ToastMessage {
  title: string
  description?: string
  /** notice is neutral, success has a tick, error is announced at once. */
  status?: 'notice' | 'success' | 'error'
  /** One thing to do about it, such as "Undo". */
  action?: { label: string; onClick: () => void }
}

export interface Toast extends ToastMessage {
  id: number
}

const ToastsContext = createContext<Toast[]>([])
const ToastActionsContext = createContext<{
  show: (message: ToastMessage) => void
  dismiss: (id: number) => void
}>({
  show: () => undefined,
  dismiss: () => undefined,
})

/** Keeps the messages on show, at most three. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const next = useRef(0)
  const show = useCallback((message: ToastMessage) => {
    next.current += 1
    const id = next.current
    setToasts((present) => [...present.slice(-2), { ...message, id }])
  }, [])
  const dismiss = useCallback(
    (id: number) => setToasts((present) => present.filter((toast) => toast.id !== id)),
    [],
  )
  const actions = useMemo(() => ({ show, dismiss }), [show, dismiss])
  return (
    <ToastActionsContext value={actions}>
      <ToastsContext value={toasts}>{children}</ToastsContext>
    </ToastActionsContext>
  )
}

/** `toast({ title, description, status })` shows a message for five seconds. */
export function useToast(): (message: ToastMessage) => void {
  return use(ToastActionsContext).show
}

/** What is on show, and how to take it away: for the Toaster. */
export function useToasts() {
  return { toasts: use(ToastsContext), dismiss: use(ToastActionsContext).dismiss }
}
