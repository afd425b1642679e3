/** Cards of a list that are laid out at once, and then in each step. */
const cards = 6
/** The last step lays out all. */
const lastStep = 18

/**
 * Has lists leave cards far below the window out of the layout until the page has loaded: `data-loading` of the page says how many
 * they lay out. The others follow in steps, between which a press is answered. Not after a reload or "back": the browser then restores
 * the scroll position, for which every card needs its real height.
 */
export function deferFarContent(): void {
  const { dataset } = document.documentElement
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type !== 'navigate') return
  dataset.loading = String(cards)
  // In a task of its own, after the next frame.
  const layOutSoon = (count: number) => requestAnimationFrame(() => setTimeout(layOut, 0, count))
  const layOut = (count: number) => {
    if (count > lastStep) delete dataset.loading
    else {
      dataset.loading = String(count)
      layOutSoon(count + cards)
    }
  }
  const load = () => {
    if (document.querySelector(`main li:nth-of-type(${String(cards + 1)})`)) layOutSoon(2 * cards)
    else delete dataset.loading
  }
  addEventListener('load', load, { once: true })
}
