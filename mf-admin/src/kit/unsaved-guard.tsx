import { useBlocker } from '@shop/router'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog'

interface Departure {
  leave: () => void
  stay: () => void
}

/** Protects what was typed but not saved. */
export interface UnsavedGuard {
  /** Calls `then`, after asking if there are unsaved changes. For buttons that close a form. */
  leave: (then: () => void) => void
  /** Nothing is unsaved from now on, until the next change. */
  release: () => void
  /** The question; render it within the form. */
  question: ReactNode
}

/**
 * Asks before unsaved changes are lost: on navigation within the shop by its own dialog, on closing the tab by the
 * browser's.
 */
export function useUnsavedGuard(isDirty: boolean): UnsavedGuard {
  const unsaved = useRef(isDirty)
  useLayoutEffect(() => {
    unsaved.current = isDirty
  }, [isDirty])
  const [departure, setDeparture] = useState<Departure | null>(null)
  const isUnsaved = useCallback(() => unsaved.current, [])
  const release = useCallback(() => {
    unsaved.current = false
  }, [])
  const leave = useCallback((then: () => void) => {
    if (unsaved.current) setDeparture({ leave: then, stay: () => undefined })
    else then()
  }, [])
  const question = (
    <>
      {/* The router has room for one blocker, so a form without changes leaves it to another. */}
      {isDirty && <NavigationBlocker isUnsaved={isUnsaved} onBlocked={setDeparture} />}
      <ConfirmDialog
        open={departure !== null}
        title="Leave without saving?"
        confirmLabel="Leave without saving"
        cancelLabel="Keep editing"
        danger
        onConfirm={() => {
          release()
          setDeparture(null)
          departure?.leave()
        }}
        onClose={() => {
          setDeparture(null)
          departure?.stay()
        }}
      >
        Your changes have not been saved.
      </ConfirmDialog>
    </>
  )
  return { leave, release, question }
}

function NavigationBlocker({
  isUnsaved,
  onBlocked,
}: {
  isUnsaved: () => boolean
  onBlocked: (departure: Departure) => void
}) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isUnsaved() && (from.pathname !== to.pathname || from.search !== to.search),
  )
  useEffect(() => {
    if (blocker.state === 'blocked') onBlocked({ leave: blocker.proceed, stay: blocker.reset })
  }, [blocker, onBlocked])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
  return null
}
