import type { StylisPlugin } from '@emotion/cache'
import type { ThemeTable } from './theme-table'
import table from './theme-table.json'

// Safari needs these with a prefix; every other property of the shop is standard in all browsers it is built for.
const prefixed = /^(?:user-select|text-size-adjust|backdrop-filter|hyphens)$/

const { steps }: ThemeTable = table

const written = (declaration: string) =>
  declaration.replace(/var\((--am-[^(),]+)\)/g, (reference, name: string) => steps[name] ?? reference)

/** Writes the declarations of a page: with the one prefix that is needed, and scales as values. */
const leanDeclarations: StylisPlugin = (element) => {
  if (element.type !== 'decl') return
  const property = String(element.props)
  const declaration = written(element.value)
  element.return = prefixed.test(property) ? `-webkit-${declaration}${declaration}` : declaration
}

/** Plugins of the style caches of browsers and servers, in place of Emotion's prefixes for browsers of 2015. */
export const stylePlugins: StylisPlugin[] = [leanDeclarations]
