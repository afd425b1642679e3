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

interface Question {
  title: string
  text: ReactNode
  leave: string
  stay: string
}

const unsavedChanges: Question = {
  title: 'Leave without saving?',
  text: 'Your changes have not been saved.',
  leave: 'Leave without saving',
  stay: 'Keep editing',
}

/**
 * Asks before something is lost: on navigation within the shop by its own dialog, on closing the tab by the browser's.
 *
 * @param isDirty whether there is something to lose; the question goes when there is no more
 * @param words for something other than unsaved changes
 */
export function useUnsavedGuard(isDirty: boolean, words = unsavedChanges): UnsavedGuard {
  const unsaved = useRef(isDirty)
  useLayoutEffect(() => {
    unsaved.current = isDirty
  }, [isDirty])
  const [departure, setDeparture] = useState<Departure | null>(null)
  if (departure && !isDirty) setDeparture(null)
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
        title={words.title}
        confirmLabel={words.leave}
        cancelLabel={words.stay}
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
        {words.text}
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
