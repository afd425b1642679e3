// Waiting for a page ends the moment what is awaited is there; only a failing test waits this long. The library's own
// second is less than a busy machine may take to load a lazy page.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000 })
}
export {}
