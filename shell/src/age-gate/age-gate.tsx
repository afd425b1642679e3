import { useLocation } from '@shop/router'
import { useSettings, type Settings } from '@shop/settings'
import { useExternalValue } from '@shop/state'
import { useState } from 'react'
import { onStorage } from '../staff-session/use-has-staff-session'
import { skipsAgeGate, storeAgeConfirmation } from './age-confirmation'
import { GateDialog } from './gate-dialog'

// The documents that the visitor agrees to must be readable; staff sign in first.
const exemptPaths = /^\/(terms|privacy|admin)(\/|$)/

function isGated(scope: Settings['ageGate']['scope'], pathname: string): boolean {
  return scope === 'all' ? !exemptPaths.test(pathname) : pathname === '/'
}

/** Asks for the visitor's age once per browser session, before anything can be read. Staff are not asked. */
export function AgeGate() {
  const { pathname } = useLocation()
  const { scope } = useSettings().ageGate
  // The server renders the gate for everyone; the inline script hides it from visitors who are not asked.
  const exempt = useExternalValue(onStorage, skipsAgeGate, () => false)
  const [confirmed, setConfirmed] = useState(false)
  if (exempt || confirmed || !isGated(scope, pathname)) return null
  const confirm = () => {
    storeAgeConfirmation()
    setConfirmed(true)
  }
  return <GateDialog onConfirm={confirm} />
}
