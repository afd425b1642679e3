// Testing Library's default timeout of one second is too short for a lazy page on a busy machine. Only failing tests
// wait this long.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000 })
}
export {}
