// What a server needs to draw pages in the house style; browsers never load this.
import createCache from '@emotion/cache'
import { heldRules, type StyleCache } from './style-cache'

/** One style element; by its attributes a browser knows the rules it need not insert again. */
export interface GatheredStyle {
  attributes: string
  css: string
}

/** The styles one page used, gathered instead of being strewn through its HTML. */
export interface PageStyles {
  /** Give this to `UiProvider`. */
  cache: StyleCache
  /** The style elements that belong into the head of what was rendered since. */
  gathered(): GatheredStyle[]
}

/** Styles of one page: one per request. */
export function pageStyles(): PageStyles {
  const cache = createCache({ key: 'css' })
  // Makes Emotion keep each rule in the cache rather than beside the element that first needs it.
  cache.compat = true
  return {
    cache,
    gathered() {
      const rules = Object.entries(cache.inserted).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      )
      const isGlobal = ([id]: [string, string]) => cache.registered[`css-${id}`] === undefined
      const used = rules.filter((rule) => !isGlobal(rule))
      return [
        ...rules
          .filter(isGlobal)
          .map(([id, css]) => ({ attributes: `data-emotion="css-global ${id}" data-s`, css })),
        ...(used.length > 0
          ? [
              {
                attributes: `${heldRules}="${used.map(([id]) => id).join(' ')}"`,
                css: used.map(([, css]) => css).join(''),
              },
            ]
          : []),
      ]
    },
  }
}
