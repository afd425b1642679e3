import { onDemand } from '@shop/ui'
import { useCallback, useState, type ReactNode } from 'react'
import type { TwoFactorStep } from '../staff/check-staff'
import { StepCancelled, type AskTwoFactor, type Auth } from '../staff/staff-store'

const CodeStep = onDemand(async () => (await import('./code-step')).CodeStep, 'Two-factor sign-in')
const EnrolStep = onDemand(async () => (await import('./enrol-step')).EnrolStep, 'Two-factor sign-in')

interface Asked {
  step: TwoFactorStep
  auth: Auth
  done: () => void
  cancel: () => void
}

/** Two-factor sign-in: `ask` waits for the member, and `screen` is what they see meanwhile, else null. */
export function useTwoFactor(): { ask: AskTwoFactor; screen: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useCallback<AskTwoFactor>(
    (step, auth) =>
      new Promise<void>((resolve, reject) => {
        setAsked({ step, auth, done: resolve, cancel: () => reject(new StepCancelled()) })
      }).finally(() => setAsked(null)),
    [],
  )
  if (!asked) return { ask, screen: null }
  const { step, auth, done, cancel } = asked
  const Step = step === 'verify' ? CodeStep : EnrolStep
  return { ask, screen: <Step auth={auth} onDone={done} onCancel={cancel} /> }
}
