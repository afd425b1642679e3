import { useCartActions } from '@shop/cart'
import { formatPence, toPence } from '@shop/pricing'
import { BackendError, useAppMutation } from '@shop/supabase'
import { Box, Button, chakra, Dialog, LinkButton, Stack, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import type { Order } from './order'
import { reorder, type ReorderedLine } from './order-choices'

const outcomes: Record<ReorderedLine['outcome'], (line: ReorderedLine) => string> = {
  added: ({ added }) => `${String(added)} added to your cart.`,
  fewer: ({ added, wanted }) =>
    `${String(added)} of ${String(wanted)} added to your cart: no more in stock right now.`,
  in_cart: () => 'Already in your cart: that’s all we have in stock.',
  sold_out: () => 'Sold out at the moment.',
  gone: () => 'No longer sold.',
}

/** What changed in price, per piece without VAT as in the cart; nothing when it did not, or cannot be bought. */
function priceChange({ added, price_then: before, price_now: now }: ReorderedLine, currency: string) {
  if (added === 0 || now === null || now === before) return null
  const money = (pounds: number) => formatPence(toPence(pounds), currency)
  return `Now ${money(now)} each, ${money(before)} then.`
}

/** The button that buys an order again, and what became of each line. */
export function Reorder({ order }: { order: Order }) {
  const toast = useToast()
  const { refetch } = useCartActions()
  const [lines, setLines] = useState<ReorderedLine[]>([])
  const [open, setOpen] = useState(false)
  const again = useAppMutation<ReorderedLine[]>({
    mutationFn: (db) => reorder(db, order.id),
    onSuccess: (found) => {
      setLines(found)
      setOpen(true)
    },
    onError: (error) =>
      toast({
        title: 'Nothing was added to your cart',
        description:
          error instanceof BackendError && error.hint === 'cart_full'
            ? error.message
            : 'Your cart is as it was. Please try again.',
        status: 'error',
      }),
    // Without waiting: the list of what was added does not need it.
    onSettled: () => {
      refetch().catch((error: unknown) => console.error(error))
    },
  })
  const isAnything = lines.some(({ added }) => added > 0)
  return (
    <>
      <Button variant="quiet" busy={again.isPending} busyLabel="Adding..." onClick={() => again.mutate()}>
        Buy again
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={isAnything ? 'Added to your cart' : 'Nothing could be added'}
        description={`From order ${order.number}`}
      >
        <Stack gap="1.25rem">
          <ul>
            {lines.map((line) => {
              const change = priceChange(line, order.currency)
              return (
                <Line key={line.line}>
                  <Text fontWeight={520}>{order.items[line.line]?.name ?? 'Item'}</Text>
                  <Text textStyle="small" color={line.outcome === 'added' ? 'muted' : undefined}>
                    {outcomes[line.outcome](line)}
                  </Text>
                  {change && <Text textStyle="small">{change}</Text>}
                </Line>
              )
            })}
          </ul>
          <Box display="flex" flexWrap="wrap" gap=".75rem">
            {isAnything && <LinkButton to="/cart">View cart</LinkButton>}
            <Button variant="quiet" onClick={() => setOpen(false)}>
              Close
            </Button>
          </Box>
        </Stack>
      </Dialog>
    </>
  )
}

const Line = chakra('li', {
  base: { paddingBlock: '.75rem', borderBottom: '1px solid {colors.line}', overflowWrap: 'anywhere' },
})
