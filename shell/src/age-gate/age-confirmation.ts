import { hasStaffSession } from '../staff-session/has-staff-session'

const key = 'aurelle_age_confirmed'

function isAgeConfirmed(): boolean {
  try {
    return sessionStorage.getItem(key) === 'yes'
  } catch {
    return false
  }
}

/** True for visitors who have confirmed their age in this browser session, and for staff. */
export const skipsAgeGate = () => isAgeConfirmed() || hasStaffSession()

/** Stores the visitor's confirmation until the browser session ends. */
export function storeAgeConfirmation() {
  try {
    sessionStorage.setItem(key, 'yes')
  } catch {
    // Some private windows have no storage: the confirmation then lasts until the page is left.
  }
}

/** URL to which visitors who do not confirm are redirected. */
export const exitUrl = 'https://www.google.com'

/** Hides the server-rendered gate before hydration when the inline script has found that there is no question. */
export const ageGateStyle = 'html[data-age=ok] [data-age-gate]{display:none}'
