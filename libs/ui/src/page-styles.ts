// Collects the styles of a server-rendered page; browsers never load this file.
import createCache from '@emotion/cache'
import createEmotionServer from '@emotion/server/create-instance'
import type { StyleCache } from './ui-provider'

/** A style element, whose rules the browser does not insert again. */
export interface StyleElement {
  attributes: string
  css: string
}

/** The styles of one page, collected for its head rather than inlined next to the elements. */
export interface PageStyles {
  /** The `styles` of `UiProvider`. */
  cache: StyleCache
  /** The style elements for the head of a page with this markup. */
  styleElements(markup: string): StyleElement[]
}

/** Creates the cache of one page: one per request. */
export function pageStyles(): PageStyles {
  const cache = createCache({ key: 'am' })
  const { extractCriticalToChunks } = createEmotionServer(cache)
  return {
    cache,
    styleElements: (markup) =>
      extractCriticalToChunks(markup).styles.map(({ key, ids, css }) => ({
        attributes: `data-emotion="${key} ${ids.join(' ')}"`,
        css,
      })),
  }
}
