import createCache, { type EmotionCache } from '@emotion/cache'
import { StyleSheet } from '@emotion/sheet'

/** Where styles are kept while a page lives. */
export type StyleCache = EmotionCache

/** Names the rules that a style element of a drawn page holds. */
export const heldRules = 'data-rules'

/** Takes over style elements where they stand: one that moves makes the browser style and lay out the whole page anew. */
class StandingSheet extends StyleSheet {
  override hydrate(elements: HTMLStyleElement[]): void {
    this.tags.push(...elements)
  }
}

/** The styles of this tab, those that its page arrived with included. */
export function browserStyles(): StyleCache {
  const cache = createCache({ key: 'css' })
  const { key, container, isSpeedy } = cache.sheet
  cache.sheet = new StandingSheet({ key, container, speedy: isSpeedy })
  for (const held of document.querySelectorAll(`style[${heldRules}]`)) {
    for (const rule of (held.getAttribute(heldRules) ?? '').split(' ')) cache.inserted[rule] = true
  }
  return cache
}
