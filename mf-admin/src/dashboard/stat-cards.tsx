import { formatPence } from '@shop/pricing'
import { Link } from '@shop/router'
import { Badge, chakra, Loading, Skeleton, Stat, StatGrid } from '@shop/ui'
import type { ReactNode } from 'react'
import { screens, type Screen } from '../frame/layout/screens'
import { useStaff } from '../frame/staff/use-staff'
import type { DashboardStats } from './dashboard-stats'

const number = (count: number) => count.toLocaleString('en-GB')

// The whole card is pressed, while the label alone names the link.
const CardLink = chakra(Link, {
  base: {
    '&::after': { content: '""', position: 'absolute', inset: '0' },
    '&:hover': { textDecoration: 'underline' },
  },
})
const Card = chakra('div', { base: { position: 'relative', display: 'grid' } })

interface FigureProps {
  label: string
  /** The screen that lists what is counted; without one the card is not pressed. */
  to?: string
  value: string
  note?: string
  badge?: ReactNode
}

function Figure({ label, to, ...rest }: FigureProps) {
  return (
    <Card>
      <Stat label={to ? <CardLink to={to}>{label}</CardLink> : label} {...rest} />
    </Card>
  )
}

/** The six figures of the dashboard. Each links to the list that it counts. */
export function StatCards({ stats }: { stats: DashboardStats }) {
  const { may } = useStaff()
  const toScreen = ({ to, right }: Screen) => (!right || may(right) ? to : undefined)
  return (
    <StatGrid>
      <Figure
        label="Total Products"
        to={toScreen(screens.products)}
        value={number(stats.products)}
        note={`${number(stats.activeProducts)} active`}
      />
      <Figure label="Categories" to={toScreen(screens.categories)} value={number(stats.categories)} />
      <Figure
        label="Total Orders"
        to={toScreen(screens.orders)}
        value={number(stats.orders)}
        note={`${number(stats.pendingOrders)} pending`}
      />
      <Figure label="Customers" to={toScreen(screens.customers)} value={number(stats.customers)} />
      <Figure
        label="Revenue"
        value={formatPence(stats.revenuePence)}
        note={`Paid ${formatPence(stats.paidPence)}`}
      />
      <Figure
        label="Low Stock"
        to="/admin/low-stock"
        value={number(stats.lowStock)}
        note="At or below their threshold"
        badge={stats.lowStock > 0 && <Badge status="warning">Needs Attention</Badge>}
      />
    </StatGrid>
  )
}

/** The same panel while loading. */
export function StatCardsLoading() {
  return (
    <Loading label="Loading figures">
      <StatGrid>
        {['Total Products', 'Categories', 'Total Orders', 'Customers', 'Revenue', 'Low Stock'].map(
          (label) => (
            <Stat
              key={label}
              label={label}
              value={<Skeleton height="1em" width="5rem" />}
              note={<Skeleton height="1.45em" width="7rem" />}
            />
          ),
        )}
      </StatGrid>
    </Loading>
  )
}
