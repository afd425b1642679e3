const key = 'aurelle_age_confirmed'

/** True when the visitor has confirmed their age in this browser session. */
export function ageConfirmed(): boolean {
  try {
    return sessionStorage.getItem(key) === 'yes'
  } catch {
    return false
  }
}

/** Keeps the visitor's confirmation until the browser session ends. */
export function rememberAge() {
  try {
    sessionStorage.setItem(key, 'yes')
  } catch {
    // storage is closed to us in some private windows: the answer then lasts until the page is left
  }
}

/** Where those who do not confirm are sent. */
export const exitTo = 'https://www.google.com'

/** Hides the gate that the server rendered from visitors whose answer the page's inline script knows. */
export const ageStyle = 'html[data-age=ok] [data-age-gate]{display:none}'
