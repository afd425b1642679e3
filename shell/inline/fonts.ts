import { firstFonts, webFontsKey } from '@shop/ui/document'
import { stored } from './early-page'

// Fonts take about as long as the page itself did, and Chromium delays the first paint for preloaded ones by 50 ms at most.
const longestMs = 250

/** Milliseconds since the browser asked for the page; 0 if it does not tell. */
function sinceRequest(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation ? performance.now() - navigation.requestStart : 0
}

/**
 * Chooses the page's fonts before its first paint. On a fast network, or with the web fonts in the browser's cache, these are preloaded. On
 * a slow one they would come too late: the page uses the fallback fonts, which are as wide, and the shop's scripts load the web fonts for the
 * next page (`shell/src/web-fonts.ts`).
 */
export function chooseFonts(): void {
  if (sinceRequest() > longestMs && !stored(webFontsKey)) {
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
