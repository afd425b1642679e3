import type { CartLine } from '@shop/cart'
import { useSettings } from '@shop/settings'
import { cartFormPath } from '@shop/supabase'
import { Box, Button, chakra, Input } from '@shop/ui'
import { VariantForm } from './variant-form'

const Form = chakra('form', { base: { display: 'flex', flexWrap: 'wrap', gap: '.5rem' } })

/** What changes a cart line without scripts: its variant, its quantity, and away with it. The web server handles the forms. */
export function LineForms({ line }: { line: CartLine }) {
  const { maxQuantity } = useSettings().cart
  const name = line.name
  const action = `${cartFormPath}/quantity`
  return (
    <>
      <VariantForm line={line} />
      <Box display="flex" flexWrap="wrap" gap=".5rem 1.5rem" marginTop=".5rem">
        <Form method="post" action={action}>
          <input type="hidden" name="line" value={line.id} />
          <Input
            type="number"
            name="quantity"
            aria-label={`Quantity of ${name}`}
            defaultValue={line.quantity}
            min={1}
            max={maxQuantity}
            required
            width="5.5rem"
          />
          <Button type="submit" variant="quiet" aria-label={`Change quantity of ${name}`}>
            Change
          </Button>
        </Form>
        <Form method="post" action={action}>
          <input type="hidden" name="line" value={line.id} />
          <input type="hidden" name="quantity" value="0" />
          <Button type="submit" variant="text" aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </Form>
      </Box>
    </>
  )
}
