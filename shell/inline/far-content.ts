/**
 * Marks the page until it has loaded, so that lists leave what is far below the window out of its first layout. Where the browser is
 * about to scroll to where the visitor was, all must have its height at once.
 */
export function deferFarContent(): void {
  const { dataset } = document.documentElement
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type !== 'navigate') return
  dataset.loading = ''
  addEventListener('load', () => delete dataset.loading, { once: true })
}
