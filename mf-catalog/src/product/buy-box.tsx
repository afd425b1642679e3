import { cartFailure, cartMessages, useCart } from '@shop/cart'
import { formatPence, unitPence, withVat } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { Badge, BasketLine, Box, Button, chakra, PriceBlock, QuantityInput, useToast } from '@shop/ui'
import { useState } from 'react'
import type { Product } from './get-product'

/** How much there is, in the words of the shop. */
export function StockBadge({ stock }: { stock: number }) {
  const { stock: limits } = useSettings()
  if (stock === 0) return <Badge status="neutral">Out of Stock</Badge>
  if (stock <= limits.lowMax) return <Badge status="warning">Low Stock</Badge>
  return <Badge status="positive">In stock</Badge>
}

/** Price, stock, quantity and the way into the cart. */
export function BuyBox({ product }: { product: Product }) {
  const { pricing } = useSettings()
  const cart = useCart()
  const toast = useToast()
  const [quantity, setQuantity] = useState(1)
  const [adding, setAdding] = useState(false)
  const stored = unitPence(product.storedPence, 'detail', pricing.factor)
  const basket = unitPence(product.storedPence, 'cart', pricing.factor)
  const inclusive = (pence: number) => `${formatPence(withVat(pence))} incl. VAT`
  const sold = product.stock === 0

  const add = async () => {
    const inCart = cart.lines.find((line) => line.productId === product.id)?.quantity ?? 0
    if (inCart + quantity > product.stock) {
      return toast({ ...cartMessages.insufficientStock(product.stock), status: 'error' })
    }
    setAdding(true)
    try {
      await cart.add(product.id, quantity)
      toast({ ...cartMessages.added, status: 'success' })
      setQuantity(1)
    } catch (error) {
      console.error(error)
      toast({ ...cartFailure(error, cartMessages.addFailed), status: 'error' })
    } finally {
      setAdding(false)
    }
  }

  return (
    <>
      <Box display="grid" gap="1rem">
        <PriceBlock size="lg" primary={formatPence(stored)} {...(pricing.showVatInclusive && { secondary: inclusive(stored) })} />
        <BasketLine>
          In your basket: <chakra.b fontWeight={520}>{formatPence(basket)}</chakra.b>
          {pricing.showVatInclusive && <chakra.span color="muted">{` (${inclusive(basket)})`}</chakra.span>}
        </BasketLine>
        <StockBadge stock={product.stock} />
      </Box>
      <Box display="flex" flexWrap="wrap" gap=".75rem">
        <QuantityInput value={quantity} max={Math.max(1, product.stock)} onChange={setQuantity} label={`Quantity of ${product.name}`} disabled={sold} />
        <Box flex="1 1 140px" display="grid">
          <Button disabled={sold} busy={adding} busyLabel="Adding..." onClick={() => void add()}>
            {sold ? 'Out of Stock' : 'Add to cart'}
          </Button>
        </Box>
      </Box>
    </>
  )
}
