import { cartMessages, knownCart, type CartMessage } from '@shop/cart'
import { formatPence } from '@shop/pricing'
import { useLocation } from '@shop/router'
import { useSettings } from '@shop/settings'
import { cartFormPath, useDataContext } from '@shop/supabase'
import { Box, Button, SummaryRow, Text, TextLink } from '@shop/ui'
import { OrderLines } from '../order/order-lines'

/** What went wrong with the form that led here: the number there is in stock, a limit, or something else. */
function refusalIn(search: string, maxQuantity: number): string | null {
  const refused = new URLSearchParams(search).get('refused')
  if (refused === null) return null
  if (refused === 'cookie') {
    return 'Nothing was added: your browser blocks cookies, and the cart needs one. Please allow cookies for this site and try again.'
  }
  const limits: Readonly<Record<string, CartMessage>> = {
    limit: cartMessages.tooMany(maxQuantity),
    full: cartMessages.full,
    wait: cartMessages.wait,
  }
  const other = Object.hasOwn(limits, refused) ? limits[refused] : undefined
  const { description = null } = /^\d{1,6}$/.test(refused)
    ? cartMessages.insufficientStock(Number(refused))
    : (other ?? cartMessages.addFailed)
  return description
}

/** The cart for a browser without scripts, as the server read it. */
export function PlainCart() {
  const { cart, pricing } = useSettings()
  const lines = knownCart(useDataContext(), pricing.factor)
  const { search } = useLocation()
  const refusal = refusalIn(search, cart.maxQuantity)
  return (
    <Box display="grid" gap="1.25rem" maxWidth="40rem" paddingBlock="2rem">
      {refusal && (
        <Text role="alert" color="danger">
          {refusal}
        </Text>
      )}
      {lines && lines.length > 0 ? (
        <>
          <OrderLines items={lines} />
          <dl>
            <SummaryRow
              label="Subtotal"
              value={formatPence(lines.reduce((sum, line) => sum + line.linePence, 0))}
            />
          </dl>
          <Text color="inkSoft">Quantities and checkout need JavaScript. What you chose is kept.</Text>
        </>
      ) : (
        <Text>Your cart is empty</Text>
      )}
      {lines === null && !refusal && !new URLSearchParams(search).has('empty') && (
        // Whose cart it is a page that is everyone's is not told.
        <form method="get" action={cartFormPath}>
          <Button type="submit" variant="quiet">
            Show what I chose before
          </Button>
        </form>
      )}
      <p>
        <TextLink to="/products">Continue shopping</TextLink>
      </p>
    </Box>
  )
}
