import createCache, { type EmotionCache } from '@emotion/cache'
import { StyleSheet } from '@emotion/sheet'

/** Emotion's cache of the rules of a page. */
export type StyleCache = EmotionCache

/** Attribute of a server-rendered style element that lists its rules. */
export const rulesAttribute = 'data-rules'

/** Adopts style elements in place: Emotion would move them, and the browser would recalculate styles and layout. */
class InPlaceStyleSheet extends StyleSheet {
  override hydrate(elements: HTMLStyleElement[]): void {
    this.tags.push(...elements)
  }
}

/** The cache of this tab, including the rules of the server-rendered page. */
export function createBrowserStyleCache(): StyleCache {
  const cache = createCache({ key: 'css' })
  const { key, container, isSpeedy } = cache.sheet
  cache.sheet = new InPlaceStyleSheet({ key, container, speedy: isSpeedy })
  for (const style of document.querySelectorAll(`style[${rulesAttribute}]`)) {
    for (const rule of (style.getAttribute(rulesAttribute) ?? '').split(' ')) cache.inserted[rule] = true
  }
  return cache
}
