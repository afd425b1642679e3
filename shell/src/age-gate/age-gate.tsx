import { useAuth } from '@shop/auth'
import { useLocation } from '@shop/router'
import { useSettings, type Settings } from '@shop/settings'
import { useHydrated } from '@shop/ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isAgeConfirmed, storeAgeConfirmation } from './age-confirmation'
import { GateDialog } from './gate-dialog'

const noSubscription = () => () => undefined
const staffCheckTimeoutMs = 1500
// The documents that the visitor agrees to must be readable; staff sign in first.
const exemptPaths = /^\/(terms|privacy|admin)(\/|$)/

function isGated(scope: Settings['ageGate']['scope'], pathname: string): boolean {
  return scope === 'all' ? !exemptPaths.test(pathname) : pathname === '/'
}

/** Asks for the visitor's age once per browser session, before anything can be read. Staff are not asked. */
export function AgeGate() {
  const { pathname } = useLocation()
  const { scope } = useSettings().ageGate
  const { status, adminStatus, error } = useAuth()
  // The server renders the gate for everyone; the inline script hides it when the session is confirmed.
  const stored = useSyncExternalStore(noSubscription, isAgeConfirmed, () => false)
  const hydrated = useHydrated()
  const [confirmed, setConfirmed] = useState(false)
  const required = !stored && !confirmed && adminStatus !== 'admin' && isGated(scope, pathname)
  // A stored session may be that of staff: until that is clear the page is covered without the question.
  const staffCheckPending =
    !error && (status === 'loading' || (status === 'signed-in' && adminStatus === 'loading'))
  const timedOut = useTimedOut(required && staffCheckPending)
  if (!required) return null
  const confirm = () => {
    storeAgeConfirmation()
    setConfirmed(true)
  }
  return <GateDialog waiting={hydrated && staffCheckPending && !timedOut} onConfirm={confirm} />
}

/** True once `waiting` has lasted longer than `staffCheckTimeoutMs`. */
function useTimedOut(waiting: boolean): boolean {
  const [timedOut, setTimedOut] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => {
      setTimedOut(true)
    }, staffCheckTimeoutMs)
    return () => {
      clearTimeout(timer)
    }
  }, [waiting])
  return timedOut
}
