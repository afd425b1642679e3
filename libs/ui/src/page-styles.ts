// Collects the styles of a server-rendered page; browsers never load this file.
import createCache from '@emotion/cache'
import createEmotionServer from '@emotion/server/create-instance'
import type { StyleCache } from './ui-provider'

/** A style element, whose rules the browser does not insert again. */
export interface StyleElement {
  attributes: string
  css: string
}

/** Rules by name, with the styles that they were made of. */
type StyleRules = Readonly<Record<string, { rule: string; styles: string | undefined }>>

/** The styles of one page, collected for its head rather than inlined next to the elements. */
export interface PageStyles {
  /** The `styles` of `UiProvider`. */
  cache: StyleCache
  /** The style elements for the head of a page with this markup. */
  styleElements(markup: string): StyleElement[]
  /** The rules that a part of the rendered markup uses. */
  rulesOf(markup: string): StyleRules
  /** Adds the rules of markup that is not rendered anew. */
  add(rules: StyleRules): void
}

/** Creates the cache of one page: one per request. */
export function pageStyles(): PageStyles {
  const cache = createCache({ key: 'css' })
  const { extractCriticalToChunks } = createEmotionServer(cache)
  return {
    cache,
    rulesOf(markup) {
      const names = new Set([...markup.matchAll(/\bcss-([a-z0-9]+)/g)].map(([, name = '']) => name))
      return Object.fromEntries(
        [...names].flatMap((name) => {
          const rule = cache.inserted[name]
          return typeof rule === 'string' ? [[name, { rule, styles: cache.registered[`css-${name}`] }]] : []
        }),
      )
    },
    add(rules) {
      for (const [name, { rule, styles }] of Object.entries(rules)) {
        cache.inserted[name] = rule
        cache.registered[`css-${name}`] = styles
      }
    },
    styleElements: (markup) =>
      extractCriticalToChunks(markup).styles.map(({ key, ids, css }) => ({
        attributes: `data-emotion="${key} ${ids.join(' ')}"`,
        css,
      })),
  }
}
