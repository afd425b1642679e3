import { useAuth } from '@shop/auth'
import { useLocation } from '@shop/router'
import { useSettings, type Settings } from '@shop/settings'
import { useHydrated } from '@shop/ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ageConfirmed, rememberAge } from './age-memory'
import { GateDialog } from './gate-dialog'

const never = () => () => undefined
const patienceMs = 1500
// What the visitor is asked to agree to must be open to reading; staff have a door of their own.
const open = /^\/(terms|privacy|admin)(\/|$)/

function guards(scope: Settings['ageGate']['scope'], pathname: string): boolean {
  return scope === 'all' ? !open.test(pathname) : pathname === '/'
}

/** Asks for the visitor's age once per browser session, before anything can be read. Staff are not asked. */
export function AgeGate() {
  const { pathname } = useLocation()
  const { scope } = useSettings().ageGate
  const { status, adminStatus, error } = useAuth()
  // A server knows nobody: it draws the question, and the page's first script hides it from who has answered it.
  const remembered = useSyncExternalStore(never, ageConfirmed, () => false)
  const hydrated = useHydrated()
  const [confirmed, setConfirmed] = useState(false)
  const wanted = !remembered && !confirmed && adminStatus !== 'admin' && guards(scope, pathname)
  // A kept session may turn out to be staff: the page is covered meanwhile, the question waits.
  const perhapsStaff =
    !error && (status === 'loading' || (status === 'signed-in' && adminStatus === 'loading'))
  const patient = usePatience(wanted && perhapsStaff)
  if (!wanted) return null
  const confirm = () => {
    rememberAge()
    setConfirmed(true)
  }
  return <GateDialog waiting={hydrated && perhapsStaff && patient} onConfirm={confirm} />
}

/** True until something has been under way for longer than a visitor should look at an empty page. */
function usePatience(waiting: boolean): boolean {
  const [patient, setPatient] = useState(true)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => {
      setPatient(false)
    }, patienceMs)
    return () => {
      clearTimeout(timer)
    }
  }, [waiting])
  return patient
}
