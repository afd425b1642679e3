import { formatPence } from '@shop/pricing'
import { Badge, Box, chakra, Flex, Heading, LinkButton, Panel, Picture, Rule, Stack, Text } from '@shop/ui'
import { useChargedPrice } from '../../kit/charged-price'
import { AdjustForm, type AdjustFormProps } from '../stock/adjust-form'
import { useMayAdjust } from '../stock/may-adjust'
import { variantName, type StockUnit } from '../stock/stock-unit'

const Facts = chakra('dl', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '.75rem 2rem',
    textStyle: 'small',
    '& dt': { color: 'muted' },
    '& dd': { overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  },
})

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function StockBadge({ stock, isLow }: StockUnit) {
  if (stock === 0) return <Badge status="danger">Out of stock</Badge>
  return isLow ? <Badge status="warning">Low stock</Badge> : <Badge status="positive">In stock</Badge>
}

/** What was scanned: its picture, stock on hand, and changing that. */
export function UnitPanel(props: AdjustFormProps) {
  const { unit } = props
  const mayAdjust = useMayAdjust()
  const chosen = variantName(unit)
  const price = useChargedPrice()(unit.pricePence)
  return (
    <Panel>
      <Stack gap="1.25rem">
        <Flex gap="1.25rem" alignItems="start">
          <Box width={{ base: '72px', md: '112px' }} flex="none">
            <Picture src={unit.image} alt="" sizes="112px" ratio="1" />
          </Box>
          <Stack gap=".6rem" minWidth="0" flex="1">
            <div>
              <Heading level={2} look="h3">
                {unit.name}
              </Heading>
              {chosen && <Text color="muted">{chosen}</Text>}
            </div>
            <Flex gap=".5rem" flexWrap="wrap">
              <StockBadge {...unit} />
              {!unit.isActive && <Badge status="neutral">Inactive</Badge>}
            </Flex>
          </Stack>
          <Box flex="none" textAlign="end">
            <Text textStyle="stat">{unit.stock.toLocaleString('en-GB')}</Text>
            <Text textStyle="micro">on hand</Text>
          </Box>
        </Flex>
        <Facts>
          <Fact name="SKU">{unit.sku ?? 'None'}</Fact>
          <Fact name="Barcode">{unit.barcode ?? 'None'}</Fact>
          <Fact name="Price incl. VAT">{formatPence(price.withVat)}</Fact>
          <Fact name="Price excl. VAT">{formatPence(price.beforeVat)}</Fact>
        </Facts>
        {mayAdjust && (
          <>
            <Rule />
            <AdjustForm key={unit.id} {...props} />
          </>
        )}
        <Rule />
        <Flex gap=".75rem" flexWrap="wrap">
          <LinkButton variant="quiet" to={`/admin/stock?product=${unit.productId}`}>
            Stock of this product
          </LinkButton>
          <LinkButton variant="quiet" to={`/admin/scan?labels=${unit.id}`}>
            Print label
          </LinkButton>
        </Flex>
      </Stack>
    </Panel>
  )
}
