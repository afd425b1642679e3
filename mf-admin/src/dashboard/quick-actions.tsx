import { Link } from '@shop/router'
import { chakra, Icon, Panel, Text } from '@shop/ui'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { notOpen, screens, type Screen } from '../frame/layout/screens'
import { useStaff } from '../frame/staff/use-staff'

const actions: Screen[] = [
  { ...screens.products, label: 'Manage Products', right: 'catalogue' },
  { ...screens.categories, label: 'Manage Categories', right: 'catalogue' },
  { ...screens.scan, label: 'QR inventory scan', right: 'catalogue' },
  { ...screens.orders, label: 'Process Orders' },
]

const row = {
  base: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) 16px',
    gap: '1rem',
    alignItems: 'center',
    padding: '.85rem 1.25rem',
    minHeight: '60px',
    '&:is(a):hover': { background: 'sunken' },
    '&[aria-disabled]': { color: 'muted' },
  },
} as const

const RowLink = chakra(Link, row)
const RowText = chakra('div', row)
const Item = chakra('li', { base: { '& + &': { borderTop: '1px solid {colors.line}' } } })

/** The most frequent actions that the member may do. Screens that are not open yet are labelled so and not linked. */
export function QuickActions() {
  const { may } = useStaff()
  const mine = actions.filter(({ right }) => !right || may(right))
  return (
    <Panel flush title="Quick Actions">
      <ul>
        {mine.map(({ label, icon, to }) => (
          <Item key={label}>
            {to ? (
              <RowLink to={to}>
                <Icon as={icon} />
                <Text fontWeight={520}>{label}</Text>
                <Icon as={ChevronRight} size="s" />
              </RowLink>
            ) : (
              <RowText aria-disabled="true">
                <Icon as={icon} />
                <div>
                  <Text fontWeight={520}>{label}</Text>
                  <Text textStyle="micro">{notOpen}</Text>
                </div>
              </RowText>
            )}
          </Item>
        ))}
      </ul>
    </Panel>
  )
}
