import createCache from '@emotion/cache'
import { serializeStyles } from '@emotion/serialize'
import globalStyles from './global-styles.json'
import { stylePlugins } from './lean-css'

/** Adds to this document what every drawn page has in its head: the order of the layers, and the styles of all pages. */
export function addGlobalStyles(): void {
  const { insert, sheet } = createCache({ key: 'css-global', stylisPlugins: stylePlugins })
  for (const styles of [globalStyles.layers, globalStyles.styles.styles])
    insert('', serializeStyles([styles]), sheet, false)
}
