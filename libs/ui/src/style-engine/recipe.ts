import { sortAtRules } from './at-rules'
import { merged, type createCss, type Styles } from './css'
import type { Css } from './theme-table'

/** A recipe as components define it. */
interface Config {
  className?: string
  base?: Styles
  variants?: Record<string, Record<string, Styles>>
  defaultVariants?: Record<string, string | boolean>
  compoundVariants?: readonly ({ css?: Styles } & Record<string, unknown>)[]
}

/** Chosen variants by name. */
export type Chosen = Readonly<Record<string, unknown>>

/** A recipe as Chakra's factory of elements uses it. */
export interface Recipe {
  (chosen?: Chosen): Css
  readonly __cva__: true
  readonly className: string | undefined
  readonly config: Config
  readonly variantKeys: string[]
  readonly variantMap: Record<string, string[]>
  raw(chosen?: Chosen): Css
  splitVariantProps<Props extends Chosen>(props: Props): [Chosen, Chosen]
  /** Both recipes as one; where they differ the other counts. */
  merge(other: Recipe | Config): Recipe
}

const configOf = (recipe: Recipe | Config): Config => ('__cva__' in recipe ? recipe.config : recipe)

/** The configuration of two recipes as one; where they differ the second counts. */
function joined(first: Config, second: Config): Config {
  const names = new Set([...Object.keys(first.variants ?? {}), ...Object.keys(second.variants ?? {})])
  return {
    className: [first.className, second.className].filter(Boolean).join(' '),
    base: merged(first.base, second.base),
    variants: Object.fromEntries(
      [...names].map((name) => [name, merged(first.variants?.[name], second.variants?.[name])]),
    ) as Record<string, Record<string, Styles>>,
    defaultVariants: { ...first.defaultVariants, ...second.defaultVariants },
    compoundVariants: [...(first.compoundVariants ?? []), ...(second.compoundVariants ?? [])],
  }
}

/** Makes recipes with the CSS of a theme. @returns a function from a recipe's configuration to the recipe */
export function createRecipes(css: ReturnType<typeof createCss>): (config?: Config) => Recipe {
  return function create(config = {}) {
    const { base, variants = {}, defaultVariants, compoundVariants = [] } = config
    const names = Object.keys(variants)
    const raw = (chosen: Chosen = {}): Css => {
      const set = Object.entries(chosen).filter(([, value]) => value !== undefined)
      const choice: Chosen = { ...defaultVariants, ...Object.fromEntries(set) }
      const ofVariants = merged(
        ...Object.entries(choice).map(([name, value]) => variants[name]?.[String(value)]),
      )
      const ofCompounds = compoundVariants
        .filter(({ css: _, ...needed }) =>
          Object.entries(needed).every(([name, values]) => [values].flat().includes(choice[name])),
        )
        .map((compound) => compound.css)
      return { '@layer recipes': css(merged(base, sortAtRules(ofVariants)), css(...ofCompounds)) }
    }
    return Object.assign((chosen?: Chosen) => css(raw(chosen)), {
      __cva__: true as const,
      className: config.className,
      config,
      variantKeys: names,
      variantMap: Object.fromEntries(names.map((name) => [name, Object.keys(variants[name] ?? {})])),
      raw,
      splitVariantProps(props: Chosen): [Chosen, Chosen] {
        const isOwn = ([name]: [string, unknown]) => names.includes(name)
        const all = Object.entries(props).filter(([name]) => name !== 'recipe')
        return [
          Object.fromEntries(all.filter(isOwn)),
          Object.fromEntries(all.filter((entry) => !isOwn(entry))),
        ]
      },
      merge: (other: Recipe | Config) => create(joined(config, configOf(other))),
    })
  }
}
