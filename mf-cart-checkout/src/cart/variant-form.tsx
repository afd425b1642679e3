import type { CartLine } from '@shop/cart'
import { cartFormPath } from '@shop/supabase'
import { Button, chakra, NativeSelect } from '@shop/ui'
import { chosenVariant, variantListName, VariantOptions } from './variant-options'

/** Changes the variant of a cart line without scripts: the web server handles the form. Nothing where there is no other one. */
export function VariantForm({ line }: { line: CartLine }) {
  const name = variantListName(line)
  if (name === null) return null
  return (
    <chakra.form
      method="post"
      action={`${cartFormPath}/variant`}
      display="flex"
      flexWrap="wrap"
      gap=".5rem"
      marginTop=".5rem"
    >
      <input type="hidden" name="line" value={line.id} />
      <NativeSelect
        name="variant"
        aria-label={`${name} of ${line.name}`}
        defaultValue={chosenVariant(line)}
        required
      >
        <VariantOptions line={line} name={name} />
      </NativeSelect>
      <Button type="submit" variant="quiet" aria-label={`Change ${name.toLowerCase()} of ${line.name}`}>
        Change
      </Button>
    </chakra.form>
  )
}
