/**
 * Marks the page until it has loaded, so that lists leave cards far below the window out of the first layout. Not after a reload or "back": the
 * browser then restores the scroll position, for which every card needs its real height.
 */
export function deferFarContent(): void {
  const { dataset } = document.documentElement
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type !== 'navigate') return
  dataset.loading = ''
  addEventListener('load', () => delete dataset.loading, { once: true })
}
