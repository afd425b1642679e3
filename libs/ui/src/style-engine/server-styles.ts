// Collects the styles of a server-rendered page; browsers never load this file.
import createCache from '@emotion/cache'
import { rulesAttribute, type StyleCache } from './browser-cache'

/** A style element. Its attributes list its rules, so that the browser does not insert them again. */
export interface StyleElement {
  attributes: string
  css: string
}

/** The styles of one page, collected for its head rather than inlined next to the elements. */
export interface PageStyles {
  /** The `styles` of `UiProvider`. */
  cache: StyleCache
  /** The style elements for the head, after rendering. */
  styleElements(): StyleElement[]
}

/** Creates the cache of one page: one per request. */
export function pageStyles(): PageStyles {
  const cache = createCache({ key: 'css' })
  // Makes Emotion collect rules in the cache rather than render a style element next to the first use.
  cache.compat = true
  return {
    cache,
    styleElements() {
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
                attributes: `${rulesAttribute}="${used.map(([id]) => id).join(' ')}"`,
                css: used.map(([, css]) => css).join(''),
              },
            ]
          : []),
      ]
    },
  }
}
