import createCache, { type EmotionCache } from '@emotion/cache'
import { StyleSheet } from '@emotion/sheet'
import { stylePlugins } from './lean-css'

/** Emotion's cache of the rules of a page. */
export type StyleCache = EmotionCache

/** Attribute of the server-rendered style element with the rules of elements. */
export const rulesAttribute = 'data-rules'

// The name of a rule where it stands in the text of a style element.
const ruleName = /\.css-([\da-z]+)/g

// With many more, browsers take longer to find an element's rules.
const mostElements = 32

/** Spares browsers work that Emotion's own sheet makes them do. */
class CheapStyleSheet extends StyleSheet {
  /** Adopts style elements in place: moved ones make the browser recalculate styles and layout. */
  override hydrate(elements: HTMLStyleElement[]): void {
    this.tags.push(...elements)
  }

  /**
   * Begins a style element for the rules of each task. A rule in a layer that joins an element in use has Chromium build all
   * fonts anew, and lay out every text of the page.
   */
  override insert(rule: string): void {
    if (this.ctr === 0 && this.tags.length < mostElements - 1)
      queueMicrotask(() => {
        this.ctr = 0
      })
    super.insert(rule)
  }
}

/** The cache of this tab, including the rules of the server-rendered page. */
export function createBrowserStyleCache(): StyleCache {
  const cache = createCache({ key: 'css', stylisPlugins: stylePlugins })
  const { key, container, isSpeedy } = cache.sheet
  cache.sheet = new CheapStyleSheet({ key, container, speedy: isSpeedy })
  for (const style of document.querySelectorAll(`style[${rulesAttribute}]`)) {
    for (const [, rule = ''] of (style.textContent ?? '').matchAll(ruleName)) cache.inserted[rule] = true
  }
  return cache
}
