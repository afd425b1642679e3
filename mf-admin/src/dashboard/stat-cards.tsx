import { formatPence } from '@shop/pricing'
import { Badge, Loading, Skeleton, Stat, StatGrid } from '@shop/ui'
import type { DashboardStats } from './dashboard-stats'

const number = (count: number) => count.toLocaleString('en-GB')

/** The six figures of the dashboard. */
export function StatCards({ stats }: { stats: DashboardStats }) {
  return (
    <StatGrid>
      <Stat
        label="Total Products"
        value={number(stats.products)}
        note={`${number(stats.activeProducts)} active`}
      />
      <Stat label="Categories" value={number(stats.categories)} />
      <Stat
        label="Total Orders"
        value={number(stats.orders)}
        note={`${number(stats.pendingOrders)} pending`}
      />
      <Stat label="Customers" value={number(stats.customers)} />
      <Stat
        label="Revenue"
        value={formatPence(stats.revenuePence)}
        note={`Paid ${formatPence(stats.paidPence)}`}
      />
      <Stat
        label="Low Stock"
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
