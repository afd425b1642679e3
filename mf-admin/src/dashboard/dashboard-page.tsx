import { PageHead } from '@shop/settings'
import { useAppQuery, useServerTime } from '@shop/supabase'
import { Box, Button, ErrorState, Grid, Icon, PageHeader, Panel } from '@shop/ui'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { SetupPanel } from './setup/setup-panel'
import { useRefresh } from '../frame/staff/use-refresh'
import { useStaff } from '../frame/staff/use-staff'
import { dashboardStatsQuery } from './dashboard-stats'
import { FailedMailNotice } from './failed-mail-notice'
import { OrderActivity } from './order-activity'
import { QuickActions } from './quick-actions'
import { healthOf, RecentActivity } from './recent-activity'
import { ReturnedPaymentsNotice } from './returned-payments-notice'
import { Sales } from './sales/sales'
import { StatCards, StatCardsLoading } from './stat-cards'
import { TasksPanel } from './tasks-panel'

const dayOf = (at: Date) =>
  at
    .toLocaleDateString('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'Europe/London',
    })
    .replace(',', '')

/** The dashboard. */
export function Component() {
  const { member, may } = useStaff()
  const { now } = useServerTime()
  const { data: stats, error, isFetching, refetch } = useAppQuery(dashboardStatsQuery)
  const reload = useRefresh()
  const refresh = () => {
    void refetch()
    void reload('mail', 'payments', 'orders')
  }
  return (
    <>
      <PageHead title="Dashboard" description="Restricted access only" noindex />
      <PageHeader
        title={`Welcome back, ${member.firstName}`}
        text={dayOf(now())}
        aside={
          <Button variant="quiet" busy={isFetching} busyLabel="Refreshing..." onClick={refresh}>
            <Icon as={RefreshCw} size="s" />
            Refresh
          </Button>
        }
      />
      <Grid gap="1.5rem">
        <TasksPanel />
        <FailedMailNotice />
        {may('orders') && <ReturnedPaymentsNotice />}
        <SetupPanel />
        {error ? (
          <Panel>
            <ErrorState
              title="The figures could not be loaded"
              text="Nothing was changed. Please try again."
              retrying={isFetching}
              onRetry={refresh}
            />
          </Panel>
        ) : stats ? (
          <StatCards stats={stats} />
        ) : (
          <StatCardsLoading />
        )}
        <Grid
          gap="1.5rem"
          alignItems="start"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '1.6fr 1fr' }}
        >
          <QuickActions />
          <Box minWidth="0">
            <RecentActivity health={healthOf(stats !== undefined, error)} role={member.role}>
              {may('orders') && <OrderActivity />}
            </RecentActivity>
          </Box>
        </Grid>
        {may('orders') && <Sales />}
      </Grid>
    </>
  )
}
