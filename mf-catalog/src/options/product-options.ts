/** What shoppers choose of a product, such as "Size" with "S", "M" and "L". */
export interface ProductOption {
  name: string
  values: string[]
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Parses `products.options`; what is malformed is left out. */
export function parseOptions(json: unknown): ProductOption[] {
  return (Array.isArray(json) ? json : []).flatMap((option: unknown) => {
    const { name, values } = Object.assign({ name: null, values: null }, option) as Record<string, unknown>
    return isText(name) && Array.isArray(values) ? [{ name, values: values.filter(isText) }] : []
  })
}

/** The plural of an option's name in lower case: "sizes", "finishes". */
function plural(name: string): string {
  const word = name.toLowerCase()
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

/** How much there is to choose from: "4 sizes, 2 colours"; empty where there is nothing to choose. */
export function optionCounts(options: readonly ProductOption[]): string {
  return options
    .filter(({ values }) => values.length > 1)
    .map(({ name, values }) => `${String(values.length)} ${plural(name)}`)
    .join(', ')
}

/** The error for an option without a choice: "Choose a size." */
export function choiceMessage({ name }: ProductOption): string {
  return `Choose ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name.toLowerCase()}.`
}
