import type { CartLine } from '@shop/cart'

const isChosen = ({ variantId, variants }: CartLine) => variants.some(({ id }) => id === variantId)

/** What a list of a line's variants is called, such as "Size"; null where there is no other one to choose. */
export function variantListName(line: CartLine): string | null {
  if (line.variants.length <= (isChosen(line) ? 1 : 0)) return null
  return line.variants[0]?.options.map(({ name }) => name).join(' / ') ?? ''
}

/** The value of a list of variants: the line's own, or that of the empty first option. */
export const chosenVariant = (line: CartLine): string => (isChosen(line) ? (line.variantId ?? '') : '')

/** The variants of a line as the options of a list; sold out ones cannot be chosen. */
export function VariantOptions({ line, name }: { line: CartLine; name: string }) {
  return (
    <>
      {!isChosen(line) && (
        <option value="" disabled>
          {name}
        </option>
      )}
      {line.variants.map((variant) => (
        <option
          key={variant.id}
          value={variant.id}
          disabled={variant.stock <= 0 && variant.id !== line.variantId}
        >
          {variant.stock > 0 ? variant.name : `${variant.name}, sold out`}
        </option>
      ))}
    </>
  )
}
