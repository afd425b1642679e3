import type { CartLine } from '@shop/cart'
import { Box, NativeSelect } from '@shop/ui'

interface VariantSelectProps {
  line: CartLine
  onChange: (variantId: string) => void
}

/** Changes the variant of a cart line in place; nothing where there is no other one. */
export function VariantSelect({ line: { name, variantId, variants }, onChange }: VariantSelectProps) {
  const isChosen = variants.some(({ id }) => id === variantId)
  if (variants.length <= (isChosen ? 1 : 0)) return null
  const optionNames = variants[0]?.options.map((option) => option.name).join(' / ') ?? ''
  return (
    <Box maxWidth="16rem" marginBlock=".75rem">
      <NativeSelect
        aria-label={`${optionNames} of ${name}`}
        value={isChosen ? (variantId ?? '') : ''}
        onChange={(event) => {
          onChange(event.currentTarget.value)
        }}
      >
        {!isChosen && (
          <option value="" disabled>
            {optionNames}
          </option>
        )}
        {variants.map((variant) => (
          <option
            key={variant.id}
            value={variant.id}
            disabled={variant.stock <= 0 && variant.id !== variantId}
          >
            {variant.stock > 0 ? variant.name : `${variant.name}, sold out`}
          </option>
        ))}
      </NativeSelect>
    </Box>
  )
}
