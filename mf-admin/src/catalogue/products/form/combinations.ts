/** An option with its values in order. */
export interface Option {
  name: string
  values: readonly string[]
}

/** How many combinations the options have. */
export const countCombinations = (options: readonly Pick<Option, 'values'>[]): number =>
  options.reduce((count, { values }) => count * values.length, options.length && 1)

/** Every combination of the options' values, in their order: [['S', 'Plum'], ['S', 'Moss'], ...]. */
export function combinationsOf(options: readonly Option[]): string[][] {
  if (options.length === 0) return []
  return options.reduce<string[][]>(
    (combinations, { values }) =>
      combinations.flatMap((combination) => values.map((value) => [...combination, value])),
    [[]],
  )
}

/**
 * The variants for a list of options: each combination once. What is there keeps its combination; a variant of fewer or
 * more options moves to the first free combination that has all values they share.
 *
 * @param create makes the variant of a new combination
 */
export function variantsFor<Variant extends { option_values: string[] }>(
  options: readonly Option[],
  variants: readonly Variant[],
  create: (values: string[]) => Variant,
): Variant[] {
  const free = new Set(variants)
  const take = (matches: (variant: Variant) => boolean): Variant | undefined => {
    const found = [...free].find(matches)
    if (found) free.delete(found)
    return found
  }
  const combinations = combinationsOf(options)
  const kept = new Map(
    combinations.map((values) => [
      values,
      take(({ option_values }) => option_values.join('\n') === values.join('\n')),
    ]),
  )
  return combinations.map((values) => {
    const found =
      kept.get(values) ??
      take(({ option_values }) => {
        const [shorter, longer] =
          option_values.length < values.length ? [option_values, values] : [values, option_values]
        return shorter.length < longer.length && shorter.every((value) => longer.includes(value))
      })
    return found ? { ...found, option_values: values } : create(values)
  })
}
