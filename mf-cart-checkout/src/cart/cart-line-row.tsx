import { cartFailure, cartMessages, lineName, quantityLimit, useCartActions, type CartLine } from '@shop/cart'
import { lineFigures } from '@shop/pricing'
import { Link } from '@shop/router'
import { useSettings } from '@shop/settings'
import {
  Badge,
  Box,
  Button,
  chakra,
  Heading,
  Picture,
  PriceBlock,
  QuantityInput,
  TextLink,
  useToast,
} from '@shop/ui'
import { useEffect, useRef } from 'react'
import { useLineProblem } from '../order/line-problem'
import { LineForm } from './line-form'
import { variantListName } from './variant-options'
import { VariantSelect } from './variant-select'

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '84px minmax(0, 1fr)', md: '112px minmax(0, 1fr)' },
    gap: { base: '1rem', md: '1.5rem' },
    paddingBlock: '1.75rem',
    borderTop: '1px solid {colors.line}',
  },
})

interface CartLineRowProps {
  line: CartLine
  /** It was just put back: its button has the focus. */
  restored: boolean
  onRemove: (line: CartLine, next: HTMLElement | null) => void
}

/** A line of the cart: what it is, how many, what they cost, and the way out. */
export function CartLineRow({ line, restored, onRemove }: CartLineRowProps) {
  const cart = useCartActions()
  const toast = useToast()
  const {
    pricing,
    cart: { maxQuantity },
  } = useSettings()
  const { max, tooMany } = quantityLimit(line.stock, maxQuantity)
  const problem = useLineProblem()(line)
  const name = lineName(line)
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (restored) row.current?.querySelector<HTMLElement>('[data-remove]')?.focus()
  }, [restored])

  const change = async (changed: Promise<void>) => {
    try {
      await changed
    } catch (error) {
      console.error(error)
      toast({ ...cartFailure(error, cartMessages.updateFailed), status: 'error' })
    }
  }

  const remove = () => {
    onRemove(line, row.current?.nextElementSibling?.querySelector<HTMLElement>('[data-remove]') ?? null)
  }

  return (
    <Row ref={row}>
      <Picture src={line.image} alt="" sizes="112px" faded={!line.available} />
      <Box display="grid" alignContent="space-between" gap="1rem" minWidth="0">
        <Box
          display="flex"
          flexDirection={{ base: 'column', md: 'row' }}
          justifyContent="space-between"
          gap=".35rem 1.5rem"
        >
          <Box minWidth="0">
            <Heading level={2} look="h3">
              {line.slug ? <Link to={`/products/${line.slug}`}>{line.name}</Link> : line.name}
            </Heading>
            <chakra.p textStyle="small" color="muted">
              {line.shortDescription}
            </chakra.p>
            {variantListName(line) === null && line.options.length > 0 && (
              <chakra.p textStyle="small">
                {line.options.map(({ name, value }) => `${name}: ${value}`).join(', ')}
              </chakra.p>
            )}
            <VariantSelect
              line={line}
              onChange={(variantId) => void change(cart.changeVariant(line.id, variantId))}
            />
            {line.available && problem !== null && <Badge status="warning">{problem}</Badge>}
          </Box>
          <PriceBlock textAlign={{ md: 'end' }} flex="none" {...lineFigures(line, pricing)} />
        </Box>
        <Box display="flex" flexWrap="wrap" justifyContent="space-between" alignItems="center" gap="1rem">
          {line.available ? (
            <LineForm line={line.id} changes={`quantity of ${name}`}>
              <QuantityInput
                name="quantity"
                value={line.quantity}
                max={max}
                onChange={(quantity) => void change(cart.setQuantity(line.id, quantity))}
                onNone={remove}
                onTooMany={() => {
                  toast({ ...tooMany, status: 'error' })
                }}
                label={`Quantity of ${name}`}
              />
            </LineForm>
          ) : line.missingOption ? (
            <TextLink to={`/products/${line.slug}`}>{problem}</TextLink>
          ) : (
            <Badge status="neutral">No longer available</Badge>
          )}
          <form
            method="post"
            onSubmit={(event) => {
              event.preventDefault()
              remove()
            }}
          >
            <input type="hidden" name="line" value={line.id} />
            <input type="hidden" name="quantity" value="0" />
            <Button type="submit" variant="text" aria-label={`Remove ${name}`} data-remove="">
              Remove
            </Button>
          </form>
        </Box>
      </Box>
    </Row>
  )
}
