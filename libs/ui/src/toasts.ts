import { atom, useAtomValue, useSetAtom } from '@shop/state'

export interface ToastMessage {
  title: string
  description?: string
  /** notice is neutral, success has a tick, error is announced immediately. */
  status?: 'notice' | 'success' | 'error'
  /** A button, such as "Undo". */
  action?: { label: string; onClick: () => void }
  /** How long it stays, in milliseconds; five seconds by default. */
  durationMs?: number
}

export interface Toast extends ToastMessage {
  id: number
}

const maxToasts = 3
const toastsAtom = atom<readonly Toast[]>([])
const lastIdAtom = atom(0)

const showAtom = atom(null, (get, set, message: ToastMessage) => {
  const id = get(lastIdAtom) + 1
  set(lastIdAtom, id)
  set(toastsAtom, [...get(toastsAtom).slice(1 - maxToasts), { ...message, id }])
})

const dismissAtom = atom(null, (get, set, id: number) => {
  set(
    toastsAtom,
    get(toastsAtom).filter((toast) => toast.id !== id),
  )
})

/** `toast({ title, description, status })` shows a message, for five seconds by default; at most three are visible. */
export function useToast(): (message: ToastMessage) => void {
  return useSetAtom(showAtom)
}

/** The visible toasts, newest last, and a function to dismiss one: for the Toaster. */
export function useToasts(): { toasts: readonly Toast[]; dismiss: (id: number) => void } {
  return { toasts: useAtomValue(toastsAtom), dismiss: useSetAtom(dismissAtom) }
}
