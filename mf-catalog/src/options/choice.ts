import { optionSlug, type Pence } from '@shop/pricing'
import type { ProductOption } from './product-options'

/** One combination of values, sold and counted on its own. */
export interface Variant {
  id: string
  /** One value for each option, in the order of the options. */
  values: string[]
  sku: string
  storedPence: Pence
  /** The previous price, null where it must not be shown (the database decides). */
  wasPence: Pence | null
  image: string | null
  stock: number
}

/** The options of a product and the variants on sale. */
export interface Choosable {
  options: readonly ProductOption[]
  variants: readonly Variant[]
}

/** The chosen value of each option, null where none is chosen. */
export type Choice = readonly (string | null)[]

/** The variants that a choice leaves possible. */
export function matchingVariants({ variants }: Choosable, choice: Choice): Variant[] {
  return variants.filter(({ values }) =>
    choice.every((value, index) => value === null || values[index] === value),
  )
}

/** Adds the values that are possible together with the choice, one after the other, then those without an alternative. */
function extended(product: Choosable, choice: Choice, wanted: Choice): Choice {
  const accepted = wanted.reduce((current: Choice, value, index) => {
    if (value === null || current[index] !== null) return current
    const next = current.with(index, value)
    return matchingVariants(product, next).length > 0 ? next : current
  }, choice)
  const matches = matchingVariants(product, accepted)
  return accepted.map((value, index) => {
    const only = matches[0]?.values[index] ?? null
    return value ?? (matches.every(({ values }) => values[index] === only) ? only : null)
  })
}

const noChoice = ({ options }: Choosable): Choice => options.map(() => null)

/** The choice in a URL. Unknown and impossible values are ignored; an option with a single possible value is chosen. */
export function readChoice(product: Choosable, params: URLSearchParams): Choice {
  const wanted = product.options.map(({ name, values }) => {
    const slug = params.get(optionSlug(name))
    return values.find((value) => optionSlug(value) === slug) ?? null
  })
  return extended(product, noChoice(product), wanted)
}

/** The choice with another value of an option; values of other options that are not made together with it are dropped. */
export function changeChoice(product: Choosable, choice: Choice, index: number, value: string): Choice {
  return extended(product, noChoice(product).with(index, value), choice)
}

/** The URL's parameters with a choice in place of the previous one. */
export function choiceParams(
  { options }: Choosable,
  choice: Choice,
  params: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(params)
  options.forEach(({ name }, index) => {
    const value = choice[index]
    if (value) next.set(optionSlug(name), optionSlug(value))
    else next.delete(optionSlug(name))
  })
  return next
}

/** Why a value cannot be bought together with the rest of the choice; undefined if it can. */
export function unavailability(
  product: Choosable,
  choice: Choice,
  index: number,
  value: string,
): 'sold out' | 'unavailable' | undefined {
  const matches = matchingVariants(product, choice.with(index, value))
  if (matches.length === 0) return 'unavailable'
  return matches.some(({ stock }) => stock > 0) ? undefined : 'sold out'
}

/** The values of an option that some variant on sale has, in the option's order. */
export function valuesOnSale({ options, variants }: Choosable, index: number): string[] {
  return (options[index]?.values ?? []).filter((value) =>
    variants.some(({ values }) => values[index] === value),
  )
}
