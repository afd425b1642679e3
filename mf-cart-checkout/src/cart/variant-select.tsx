import type { CartLine } from '@shop/cart'
import { Box, NativeSelect } from '@shop/ui'
import { useEffect, useEffectEvent, useRef } from 'react'
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
  const takeChosen = useEffectEvent(() => {
    const chosen = select.current?.value
    if (chosen && chosen !== chosenVariant(line)) onChange(chosen)
  })
  // What was chosen before the page was hydrated.
  useEffect(() => {
    takeChosen()
  }, [])
  if (name === null) return null
  return (
    <Box maxWidth="16rem" marginBlock=".75rem">
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
