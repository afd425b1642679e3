import { reportFailure } from './report-failure'

/** For so long what fails is put down to the document being left, in milliseconds; a download, for which it stays, begins alike. */
const leavingMs = 10_000

function createLog() {
  let leavingUntil = 0
  if (typeof addEventListener === 'function') {
    addEventListener('beforeunload', () => {
      leavingUntil = performance.now() + leavingMs
    })
    // Back may show the document as it was left.
    addEventListener('pageshow', () => {
      leavingUntil = 0
    })
  }
  return (error: unknown): void => {
    if (performance.now() < leavingUntil) return
    console.error(error)
    reportFailure('failure', error)
  }
}

/**
 * Logs why code or data could not be loaded, and reports it to the web server; not while the document is being left. Firefox and WebKit
 * stop what it is loading before they fire `pagehide`, and its scripts still see that fail.
 */
export const logFailure = createLog()
