import { fontFiles, lettersKey } from '@shop/ui/document'
import { stored } from './early-page'

// Fonts need about as long as the page itself took, and Chromium holds the first paint back for preloaded ones by 50 ms at most.
const longestMs = 250

/** How long the page has been on its way since it was asked for, in milliseconds; 0 where the browser does not tell. */
function onItsWay(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation ? performance.now() - navigation.requestStart : 0
}

/**
 * Chooses the page's letters before its first paint: the house's own, which are preloaded, where they come in time. They do not on
 * a slow network that has not brought them before; the page is then set in the visitor's own fonts of the same width, so that nothing waits for
 * the others or is laid out again, and the shop's scripts get them for the next page.
 */
export function chooseLetters(): void {
  if (onItsWay() > longestMs && !stored(lettersKey)) document.documentElement.dataset.letters = 'plain'
  else
    for (const file of fontFiles)
      document.head.append(
        Object.assign(document.createElement('link'), {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossOrigin: '',
          href: `/fonts/${file}`,
        }),
      )
}
