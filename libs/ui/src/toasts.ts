import { atom, useAtomValue, useSetAtom } from '@shop/state'

export interface ToastMessage {
  title: string
  description?: string
  /** notice is neutral, success has a tick, error is announced immediately. */
  status?: 'notice' | 'success' | 'error'
  /** A button, such as "Undo". A toast with one is not replaced by its like: its action is its own. */
  action?: { label: string; onClick: () => void }
  /** A link to a page of the shop, such as "View cart". */
  link?: { label: string; to: string }
  /** Its topic, such as a form. It replaces the toasts about the same: a success those of its failures. */
  topic?: string
  /** The panel that it grows into where the Toaster has it, and the id of the panel's subject. */
  panel?: { name: string; about: string }
  /** Screen readers were told before. */
  isAnnounced?: boolean
  /** How long it stays, in milliseconds; five seconds by default. */
  durationMs?: number
}

export interface Toast extends ToastMessage {
  id: number
}

const maxToasts = 3
const toastsAtom = atom<readonly Toast[]>([])
const lastIdAtom = atom(0)

/** Whether a toast says the same as a new one, or is about the same. */
const isReplaced = (old: Toast, { title, description, status, topic }: ToastMessage) =>
  !old.action &&
  (old.topic === undefined
    ? old.title === title && old.description === description && old.status === status
    : old.topic === topic)

const showAtom = atom(null, (get, set, message: ToastMessage) => {
  const id = get(lastIdAtom) + 1
  set(lastIdAtom, id)
  const others = get(toastsAtom).filter((old) => !isReplaced(old, message))
  set(toastsAtom, [...others.slice(1 - maxToasts), { ...message, id }])
})

const dismissAtom = atom(null, (get, set, id: number) => {
  set(
    toastsAtom,
    get(toastsAtom).filter((toast) => toast.id !== id),
  )
})

/**
 * `toast({ title, description, status })` shows a message, for five seconds by default; at most three are visible. One
 * replaces those of the same words and status, and those of its topic.
 */
export function useToast(): (message: ToastMessage) => void {
  return useSetAtom(showAtom)
}

/** The visible toasts, newest last, and a function to dismiss one: for the Toaster. */
export function useToasts(): { toasts: readonly Toast[]; dismiss: (id: number) => void } {
  return { toasts: useAtomValue(toastsAtom), dismiss: useSetAtom(dismissAtom) }
}
