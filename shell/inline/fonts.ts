import { firstFonts, webFontsKey } from '@shop/ui/document'
import { stored } from './early-page'

// Fonts take about as long as the page itself did, and Chromium delays the first paint for preloaded ones by 50 ms at most.
const longestMs = 250

/** Milliseconds that the page was on its way, without those in which the server drew it; 0 if the browser does not tell. */
function onItsWay(): number {
  const [navigation] = performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[]
  if (!navigation) return 0
  const { requestStart = 0, serverTiming = [] } = navigation
  return serverTiming.reduce((rest, { duration }) => rest - duration, performance.now() - requestStart)
}

/**
 * Chooses the page's fonts before its first paint. On a fast network, or with the web fonts in the browser's cache, these are preloaded. On
 * a slow one they would come too late: the page uses the fallback fonts, which are as wide, and the shop's scripts load the web fonts for the
 * next page (`shell/src/web-fonts.ts`).
 */
export function chooseFonts(): void {
  if (onItsWay() > longestMs && !stored(webFontsKey)) {
    document.documentElement.dataset.fonts = 'fallback'
    return
  }
  for (const { file } of firstFonts)
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
