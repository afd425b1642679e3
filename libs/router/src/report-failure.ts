const maxForPage = 5

/** Reports what failed; see `reportFailure`. */
type FailureReporter = (kind: 'error' | 'failure', error: unknown) => void

/** A reporter that has sent nothing yet. */
export function createFailureReporter(): FailureReporter {
  let sent = 0
  return (kind, error) => {
    if (sent >= maxForPage || !navigator.onLine || !('sendBeacon' in navigator)) return
    sent += 1
    const isError = error instanceof Error
    const script = isError ? /\/releases\/[^\s)?]+/.exec(`${error.message} ${error.stack ?? ''}`) : null
    const report = {
      kind,
      page: location.pathname,
      name: isError ? error.name : typeof error,
      script: script?.[0] ?? null,
    }
    navigator.sendBeacon('/reports', new Blob([JSON.stringify(report)], { type: 'application/json' }))
  }
}

/**
 * Reports to the web server what failed: the class of the error and the script that it names, never its message, which may quote what
 * somebody typed. At most five times for a page, and not while the device is offline.
 */
export const reportFailure = createFailureReporter()

/** From now on, reports what nothing has caught. @param page the window, except in tests */
export function reportUncaughtErrors(report = reportFailure, page: EventTarget = window): void {
  page.addEventListener('error', (event) => {
    if (event instanceof ErrorEvent) report('error', event.error)
  })
  page.addEventListener('unhandledrejection', (event) => {
    if ('reason' in event) report('error', event.reason)
  })
}
