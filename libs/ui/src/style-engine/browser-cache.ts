import createCache, { type EmotionCache } from '@emotion/cache'
import { StyleSheet } from '@emotion/sheet'
import { stylePlugins } from './lean-css'

/** Emotion's cache of the rules of a page. */
export type StyleCache = EmotionCache

/** Attribute of the server-rendered style element with the rules of elements. */
export const rulesAttribute = 'data-rules'

// The name of a rule where it stands in the text of a style element.
const ruleName = /\.css-([\da-z]+)/g

/** Adopts style elements in place: Emotion would move them, and the browser would recalculate styles and layout. */
class InPlaceStyleSheet extends StyleSheet {
  override hydrate(elements: HTMLStyleElement[]): void {
    this.tags.push(...elements)
  }
}

/** The cache of this tab, including the rules of the server-rendered page. */
export function createBrowserStyleCache(): StyleCache {
  const cache = createCache({ key: 'css', stylisPlugins: stylePlugins })
  const { key, container, isSpeedy } = cache.sheet
  cache.sheet = new InPlaceStyleSheet({ key, container, speedy: isSpeedy })
  for (const style of document.querySelectorAll(`style[${rulesAttribute}]`)) {
    for (const [, rule = ''] of (style.textContent ?? '').matchAll(ruleName)) cache.inserted[rule] = true
  }
  return cache
}
