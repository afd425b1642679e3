import { Badge, chakra, Text } from '@shop/ui'
import type { Address } from './customer-profile'

const List = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 17rem), 1fr))',
    gap: '.8rem',
  },
})
const Card = chakra('li', {
  base: {
    padding: '.9rem 1.1rem',
    border: '1px solid {colors.line}',
    borderRadius: 'panel',
    overflowWrap: 'anywhere',
  },
})

const types: Readonly<Record<string, string>> = { shipping: 'Shipping', billing: 'Billing' }

const countryName = (code: string) => new Intl.DisplayNames('en-GB', { type: 'region' }).of(code) ?? code

/** The addresses of a customer, the default ones first. */
export function AddressList({ addresses }: { addresses: readonly Address[] }) {
  if (addresses.length === 0) return <Text color="muted">No addresses found for this customer.</Text>
  return (
    <List>
      {addresses.map(({ id, type, isDefault, name, lines, country, phone }) => (
        <Card key={id}>
          <chakra.span display="flex" flexWrap="wrap" gap=".5rem" marginBottom=".5rem">
            <Text as="span" textStyle="micro" color="muted">
              {types[type] ?? type}
            </Text>
            {isDefault && (
              <Badge status="neutral" plain>
                Default
              </Badge>
            )}
          </chakra.span>
          <Text fontWeight={520}>{name}</Text>
          <address style={{ fontStyle: 'normal' }}>
            {[...lines, countryName(country)].map((line, index) => (
              <Text key={index}>{line}</Text>
            ))}
          </address>
          {phone && <Text color="muted">{phone}</Text>}
        </Card>
      ))}
    </List>
  )
}
