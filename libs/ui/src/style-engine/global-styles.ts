import createCache from '@emotion/cache'
import { serializeStyles } from '@emotion/serialize'
import { fullSystem } from './full-system'

/** Adds to this document what every drawn page has in its head: the reset, the global styles and the values of tokens. */
export function addGlobalStyles(): void {
  const { layers, _global } = fullSystem()
  const { insert, sheet } = createCache({ key: 'css-global' })
  for (const styles of [layers.atRule, _global]) insert('', serializeStyles([styles]), sheet, false)
}
