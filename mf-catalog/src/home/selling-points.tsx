import { freeDeliveryText } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { customerTerms } from '@shop/settings/customer-terms'
import { chakra, Icon, type IconComponent, Wrap } from '@shop/ui'
import CreditCard from 'lucide-react/icons/credit-card'
import Package from 'lucide-react/icons/package'
import Truck from 'lucide-react/icons/truck'

const List = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', lg: 'repeat(3, 1fr)' },
    borderBlock: '1px solid {colors.line}',
    listStyle: 'none',
  },
})

const Item = chakra('li', {
  base: {
    display: 'flex',
    gap: '1rem',
    paddingBlock: { base: '1.1rem', lg: '1.75rem' },
    paddingInlineEnd: { lg: '2rem' },
    '& svg': { flex: 'none', marginTop: '3px', color: 'accent' },
    '&:not(:first-child)': {
      paddingInlineStart: { lg: '2rem' },
      borderTop: { base: '1px solid {colors.line}', lg: '0' },
      borderInlineStart: { lg: '1px solid {colors.line}' },
    },
  },
})

/** Packaging, billing and delivery: what applies to every order. */
export function SellingPoints() {
  const { freeDeliveryFrom, pricing } = useSettings()
  const points: [IconComponent, string, string][] = [
    [Package, 'Plain, unmarked parcels', 'Nothing on the outside says what is inside.'],
    [CreditCard, 'Discreet billing', 'A neutral name on your bank statement.'],
    [
      Truck,
      freeDeliveryText(freeDeliveryFrom, pricing) ?? 'Tracked UK delivery',
      `Dispatched in ${customerTerms.dispatch}.`,
    ],
  ]
  return (
    <Wrap>
      <List>
        {points.map(([icon, name, text]) => (
          <Item key={name}>
            <Icon as={icon} />
            <div>
              <chakra.b display="block" fontWeight={520}>
                {name}
              </chakra.b>
              <chakra.span textStyle="small" color="muted">
                {text}
              </chakra.span>
            </div>
          </Item>
        ))}
      </List>
    </Wrap>
  )
}
