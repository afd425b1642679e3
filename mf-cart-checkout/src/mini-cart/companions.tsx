import { formatPence, plusVat, unitPence } from '@shop/pricing'
import { Link } from '@shop/router'
import { useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { chakra, Picture, Text } from '@shop/ui'
import { companionsQuery } from './list-companions'

const Item = chakra(Link, {
  base: {
    display: 'grid',
    gridTemplateColumns: '56px minmax(0, 1fr)',
    alignItems: 'center',
    gap: '1rem',
    minHeight: '44px',
    '&:hover': { textDecoration: 'underline', textUnderlineOffset: '.28em' },
  },
})

interface CompanionsProps {
  /** Of the whole cart. */
  productIds: readonly string[]
  onFollow: () => void
}

/** What goes with what the cart holds; nothing while nothing does. */
export function Companions({ productIds, onFollow }: CompanionsProps) {
  const { factor, vatRate } = useSettings().pricing
  const { data = [] } = useAppQuery(companionsQuery(productIds), { keepPrevious: true })
  if (data.length === 0) return null
  return (
    <chakra.div display="grid" gap=".75rem" layerStyle="rule" paddingTop="1rem">
      <Text fontWeight={520}>Goes well with it</Text>
      <chakra.ul display="grid" gap=".75rem" listStyleType="none">
        {data.map(({ id, slug, name, picture, storedPence, isFrom }) => (
          <li key={id}>
            <Item to={`/products/${slug}`} onClick={onFollow}>
              <Picture src={picture} alt="" sizes="56px" ratio="1" />
              <span>
                {name}
                <chakra.span
                  display="block"
                  textStyle="small"
                  color="muted"
                  fontVariantNumeric="tabular-nums"
                >
                  {isFrom && 'from '}
                  {formatPence(plusVat(unitPence(storedPence, 'cart', factor), vatRate))} incl. VAT
                </chakra.span>
              </span>
            </Item>
          </li>
        ))}
      </chakra.ul>
    </chakra.div>
  )
}
