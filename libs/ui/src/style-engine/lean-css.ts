import type { StylisPlugin } from '@emotion/cache'
import { system } from './system'

// Safari needs these with a prefix; every other property of the shop is standard in all browsers it is built for.
const prefixed = /^(?:user-select|text-size-adjust|backdrop-filter|hyphens)$/

// Scales are the same in both themes: a rule says the value itself, and no page lists all steps of all scales.
const scale = /^--am-(?:spacing|sizes|radii|easings|durations|z-index|breakpoints)-/

const steps = new Map([...(system.tokens.cssVarMap.get('base') ?? [])].filter(([name]) => scale.test(name)))

const written = (declaration: string) =>
  declaration.replace(/var\((--am-[^(),]+)\)/g, (reference, name: string) => steps.get(name) ?? reference)

/** Writes the declarations of a page: with the one prefix that is needed, scales as values, and without what nothing reads. */
const leanDeclarations: StylisPlugin = (element) => {
  if (element.type !== 'decl') return
  const property = String(element.props)
  // Chakra's name for the background beneath an element.
  if (property === '--bg-currentcolor' || scale.test(property)) {
    element.return = ''
    element.value = ''
    return
  }
  const declaration = written(element.value)
  element.return = prefixed.test(property) ? `-webkit-${declaration}${declaration}` : declaration
}

/** Plugins of the style caches of browsers and servers, in place of Emotion's prefixes for browsers of 2015. */
export const stylePlugins: StylisPlugin[] = [leanDeclarations]
