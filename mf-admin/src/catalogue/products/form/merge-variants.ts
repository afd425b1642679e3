import type { MergedValue } from '../../../kit/conflict-view'
import type { VariantValues } from './product-schema'

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const combination = ({ option_values }: VariantValues) => option_values.join('\n')

/** What staff edit of a variant; the rest is the database's, such as what is in stock. */
function edited({ stock: _, has_orders: __, id: ___, ...fields }: VariantValues) {
  return fields
}

const isChanged = (one: VariantValues, other: VariantValues | undefined) =>
  other === undefined || !same(edited(one), edited(other))

/** One variant with the changes of both. */
function mergeOne(before: VariantValues | undefined, mine: VariantValues, theirs: VariantValues) {
  const names = Object.keys(edited(mine)) as (keyof VariantValues)[]
  const kept = names.filter((name) => !same(mine[name], before?.[name] ?? theirs[name]))
  return {
    variant: { ...theirs, ...Object.fromEntries(kept.map((name) => [name, mine[name]])) },
    inDoubt: kept.some(
      (name) => !same(theirs[name], mine[name]) && before !== undefined && !same(theirs[name], before[name]),
    ),
  }
}

/**
 * The variants of a product that two people edited, variant by variant and field by field. What is in stock, and whether a
 * variant has orders, is as theirs have it: a sale is not a change.
 */
export function mergeVariants(
  before: readonly VariantValues[],
  mine: readonly VariantValues[],
  theirs: readonly VariantValues[],
): MergedValue & { value: VariantValues[] } {
  const known = new Map(before.map((variant) => [variant.id, variant]))
  const current = new Map(theirs.map((variant) => [variant.id, variant]))
  const mineIds = new Set(mine.map(({ id }) => id))
  // A combination that both added is theirs with my fields.
  const added = new Map(theirs.filter(({ id }) => !known.has(id)).map((each) => [combination(each), each]))
  const taken = new Set<VariantValues>()
  let inDoubt = false

  const value = mine.flatMap((variant): VariantValues[] => {
    const old = known.get(variant.id)
    const match = variant.id === '' ? added.get(combination(variant)) : current.get(variant.id)
    if (match) {
      taken.add(match)
      const merged = mergeOne(old, variant, match)
      const isTwice = old === undefined && isChanged(variant, match)
      if (isTwice) inDoubt = true
      if (merged.inDoubt) inDoubt = true
      return [
        isTwice
          ? { ...variant, id: match.id, stock: match.stock, has_orders: match.has_orders }
          : merged.variant,
      ]
    }
    if (variant.id === '') return [variant]
    // They removed it: it is gone, unless I changed it, which makes it new.
    if (!isChanged(variant, old)) return []
    inDoubt = true
    return [{ ...variant, id: '', stock: 0, has_orders: false }]
  })
  for (const variant of theirs) {
    if (taken.has(variant) || mineIds.has(variant.id)) continue
    const old = known.get(variant.id)
    if (!old) value.push(variant)
    else if (isChanged(variant, old)) inDoubt = true
  }
  const takenOver =
    theirs.some((variant) => isChanged(variant, known.get(variant.id))) ||
    before.some(({ id }) => !current.has(id))
  return { value, inDoubt, takenOver }
}
