import { afterAll, afterEach, vi } from 'vitest'

// The files of a worker share its modules and its page, so that neither is built again for each of them: what a test leaves
// there goes with it, and what a file changes of the browser goes with the file.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  // The default of one second is too short for a lazy page on a busy machine. Only failing tests wait this long.
  configure({ asyncUtilTimeout: 10_000 })
  afterEach(() => {
    cleanup()
    // Each element asks for all styles in the head, so that those of earlier tests would make every question slower.
    document.head.replaceChildren()
  })
  afterAll(() => {
    document.body.replaceChildren()
    for (const { name } of [...document.documentElement.attributes])
      document.documentElement.removeAttribute(name)
    localStorage.clear()
    sessionStorage.clear()
    history.replaceState(null, '', '/')
  })
}
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
