import { cartMessages, cachedCart, type CartMessage } from '@shop/cart'
import { withoutScripts } from '@shop/forms/without-scripts'
import { formatPence } from '@shop/pricing'
import { useLocation } from '@shop/router'
import { useSettings } from '@shop/settings'
import { cartFormPath, useDataContext } from '@shop/supabase'
import { Box, Button, LinkButton, SummaryRow, Text, TextLink } from '@shop/ui'
import { useLineProblem } from '../order/line-problem'
import { OrderLines } from '../order/order-lines'
import { LineForms } from './line-forms'

/** The message for a refused cart form; `refused` is the quantity in stock, a limit, or another reason. */
function refusalMessage(search: string, maxQuantity: number): string | null {
  const refused = new URLSearchParams(search).get('refused')
  if (refused === null) return null
  if (refused === 'cookie') {
    return 'Nothing was added: your browser blocks cookies, and the cart needs one. Please allow cookies for this site and try again.'
  }
  if (refused === 'removed') return 'This item is no longer in your cart.'
  const limits: Readonly<Record<string, CartMessage>> = {
    limit: cartMessages.tooMany(maxQuantity),
    full: cartMessages.full,
    wait: cartMessages.wait,
    choose: cartMessages.chooseFirst,
    gone: cartMessages.variantGone,
  }
  const other = Object.hasOwn(limits, refused) ? limits[refused] : undefined
  const { description = null } = /^\d{1,6}$/.test(refused)
    ? cartMessages.insufficientStock(Number(refused))
    : (other ?? cartMessages.addFailed)
  return description
}

/** The cart for a browser without scripts, rendered from the server's prefetched lines. */
export function NoScriptCart() {
  const { cart, pricing } = useSettings()
  const lines = cachedCart(useDataContext(), pricing.factor)
  const lineProblem = useLineProblem()
  const { search } = useLocation()
  const refusal = refusalMessage(search, cart.maxQuantity)
  return (
    <Box display="grid" gap="1.25rem" maxWidth="40rem" paddingBlock="2rem">
      {refusal && (
        <Text role="alert" color="danger">
          {refusal}
        </Text>
      )}
      {lines && lines.length > 0 ? (
        <>
          <OrderLines
            items={lines.map((line) => ({
              ...line,
              problem: line.available ? null : lineProblem(line),
              form: <LineForms line={line} />,
            }))}
          />
          <dl>
            <SummaryRow
              label="Subtotal"
              value={formatPence(lines.reduce((sum, line) => sum + line.linePence, 0))}
            />
          </dl>
          <LinkButton to={withoutScripts('/checkout')} full>
            Checkout
          </LinkButton>
        </>
      ) : (
        <Text>Your cart is empty</Text>
      )}
      {lines === null && !refusal && !new URLSearchParams(search).has('empty') && (
        // The cached page is the same for everyone and does not know the guest; this form does.
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
