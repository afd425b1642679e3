import { afterAll, afterEach, vi } from 'vitest'

const page = typeof document === 'undefined' ? null : await import('@testing-library/react')
if (page) await import('@testing-library/jest-dom/vitest')
// The files of a worker share its modules and its page, so that neither is built again for each of them: what a test or a file
// leaves there goes with it, and every file starts with these settings, also after one that has others.
// The default of one second is too short for a lazy page on a busy machine. Only failing tests wait this long.
page?.configure({ asyncUtilTimeout: 10_000 })

// No web server takes what is reported.
if (page) navigator.sendBeacon = () => true

const { Request, Response } = globalThis
const address = page ? location.origin : ''

function takeBackReplaced() {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
}

afterEach(() => {
  try {
    // What unmounts still meets what the test has replaced.
    page?.cleanup()
  } finally {
    takeBackReplaced()
  }
  if (!page) return
  // A test that left the document does not leave it for the next.
  dispatchEvent(new Event('pageshow'))
  // Each question of an element's style goes through all that are in the head.
  document.head.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
afterAll(() => {
  // Hono's listener replaces both, and what its `Response.json` returns is not an instance of its `Response`.
  Object.defineProperties(globalThis, { Request: { value: Request }, Response: { value: Response } })
  if (!page) return
  document.body.replaceChildren()
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name)
  // A link to a file to keep has led there, as the test DOM knows no downloads; from such an address no path leads back.
  location.href = address
  history.replaceState(null, '', address)
})
