import { afterAll, afterEach, vi } from 'vitest'

const page = typeof document === 'undefined' ? null : await import('@testing-library/react')
// The default of one second is too short for a lazy page on a busy machine. Only failing tests wait this long.
page?.configure({ asyncUtilTimeout: 10_000 })

// The files of a worker share its modules and its page, so that neither is built again for each of them: what a test or a file
// leaves there goes with it.
afterEach(() => {
  // Before the page, since what was replaced may be the document itself.
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  if (!page) return
  page.cleanup()
  // Each question of an element's style goes through all that are in the head.
  document.head.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
afterAll(() => {
  if (!page) return
  document.body.replaceChildren()
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name)
  history.replaceState(null, '', '/')
})
