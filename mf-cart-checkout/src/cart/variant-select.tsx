import type { CartLine } from '@shop/cart'
import { useInputBeforeHydration } from '@shop/state'
import { Box, NativeSelect, Text } from '@shop/ui'
import { useRef } from 'react'
import { LineForm } from './line-form'
import { chosenVariant, variantListName, VariantOptions } from './variant-options'

interface VariantSelectProps {
  line: CartLine
  onChange: (variantId: string) => void
}

/** Changes the variant of a cart line in place; nothing where there is no other one. */
export function VariantSelect({ line, onChange }: VariantSelectProps) {
  const name = variantListName(line)
  const select = useRef<HTMLSelectElement>(null)
  useInputBeforeHydration(select, ({ value }) => {
    if (value && value !== chosenVariant(line)) onChange(value)
  })
  if (name === null) return null
  return (
    <Box maxWidth="16rem" marginBlock=".75rem">
      {/* The list's own name says it to screen readers. */}
      <Text textStyle="small" marginBottom=".35rem" aria-hidden>
        {name}
      </Text>
      <LineForm line={line.id} changes={`${name.toLowerCase()} of ${line.name}`}>
        <NativeSelect
          ref={select}
          name="variant"
          aria-label={`${name} of ${line.name}`}
          value={chosenVariant(line)}
          required
          onChange={(event) => {
            onChange(event.currentTarget.value)
          }}
        >
          <VariantOptions line={line} name={name} />
        </NativeSelect>
      </LineForm>
    </Box>
  )
}
