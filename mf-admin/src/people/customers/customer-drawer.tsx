import { formatPence } from '@shop/pricing'
import { BackendError, useAppQuery } from '@shop/supabase'
import {
  Badge,
  Button,
  chakra,
  Dialog,
  EmptyState,
  ErrorState,
  Grid,
  Heading,
  LinkButton,
  Loading,
  onDemand,
  Skeleton,
  Stat,
  StatGrid,
  Text,
} from '@shop/ui'
import { useId, useState, type ReactNode } from 'react'
import { formatDate } from '../../kit/dates'
import { Notes } from '../../frame/notes/notes'
import { useStaff } from '../../frame/staff/use-staff'
import { AddressList } from './address-list'
import { customerProfileQuery, type CustomerProfile } from './customer-profile'
import { MergedRecords } from './merged-records'
import { RecentOrders } from './recent-orders'

const CustomerForm = onDemand(async () => (await import('./customer-form')).CustomerForm, 'The form')
const MergeDialog = onDemand(async () => (await import('./merge-dialog')).MergeDialog, 'The other customers')

interface CustomerDrawerProps {
  id: string
  onClose: () => void
}

/** The profile of a customer, in a drawer at the bottom. */
export function CustomerDrawer({ id, onClose }: CustomerDrawerProps) {
  const { data: customer, error, isFetching, refetch } = useAppQuery(customerProfileQuery(id))
  const isGone = error instanceof BackendError && (error.status === 404 || error.status === 400)
  return (
    <Dialog open placement="bottom" title={customer?.name ?? 'Customer profile'} onClose={onClose}>
      <chakra.div maxWidth="1200px" minHeight="40dvh">
        {isGone ? (
          <EmptyState
            level={3}
            title="This customer does not exist"
            text="The account may have been deleted."
          />
        ) : customer ? (
          <Profile customer={customer} />
        ) : error ? (
          <ErrorState
            level={3}
            title="The profile could not be loaded"
            text="Nothing was changed. Please try again."
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading label="Loading profile">
            <Skeleton height="8rem" />
          </Loading>
        )}
      </chakra.div>
    </Dialog>
  )
}

function Profile({ customer }: { customer: CustomerProfile }) {
  const { orders, spentPence, recentOrders } = customer
  return (
    <Grid gap="2rem">
      <Facts customer={customer} />
      <Section title="Order statistics">
        <Figures columns={orders > 0 ? 4 : 3}>
          <Stat label="Total Orders" value={orders.toLocaleString('en-GB')} />
          <Stat label="Total Spent" value={formatPence(spentPence)} />
          <Stat label="Last Order" value={customer.lastOrder ? formatDate(customer.lastOrder) : 'Never'} />
          {orders > 0 && (
            <Stat label="Average order value" value={formatPence(Math.round(spentPence / orders))} />
          )}
        </Figures>
      </Section>
      {recentOrders && (
        <Section title="Recent orders">
          <RecentOrders orders={recentOrders} guestOrders={customer.guestOrders} email={customer.email} />
        </Section>
      )}
      <Section title="Addresses">
        <AddressList addresses={customer.addresses} />
      </Section>
      {(customer.merged.length > 0 || customer.mergedInto) && (
        <Section title="Merged records">
          <MergedRecords customer={customer} />
        </Section>
      )}
      <Section title="Notes">
        <Notes subject="customer" id={customer.id} mergedIds={customer.merged.map(({ id }) => id)} />
      </Section>
    </Grid>
  )
}

const Figures = chakra(StatGrid, {
  // Without the room for notes below the figures.
  base: { '&& > *': { minHeight: '0' }, '&& > * > :last-child': { display: 'none' } },
  variants: {
    columns: {
      3: {},
      4: { gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' } },
    },
  },
})

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <chakra.section aria-labelledby={id} display="grid" gap=".8rem" minWidth="0">
      <Heading level={3} id={id}>
        {title}
      </Heading>
      {children}
    </chakra.section>
  )
}

const FactList = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, auto))' },
    justifyContent: 'start',
    gap: '.8rem 3rem',
    '& dt': { textStyle: 'micro', color: 'muted' },
    '& dd': { overflowWrap: 'anywhere' },
  },
})

function Facts({ customer }: { customer: CustomerProfile }) {
  const { may } = useStaff()
  const [open, setOpen] = useState<'form' | 'merge' | null>(null)
  const { email, phone, joined, isAgeVerified, acceptsMarketing, isGuest, isPaymentCustomer } = customer
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      justifyContent="space-between"
      alignItems="start"
      gap="1rem 2rem"
    >
      <Grid gap="1rem">
        <FactList>
          <div>
            <dt>Email</dt>
            <dd>{email}</dd>
          </div>
          {phone && (
            <div>
              <dt>Phone</dt>
              <dd>{phone}</dd>
            </div>
          )}
          <div>
            <dt>Joined</dt>
            <dd>{formatDate(joined)}</dd>
          </div>
        </FactList>
        <chakra.span display="flex" flexWrap="wrap" gap=".5rem">
          <Badge status={isAgeVerified ? 'positive' : 'outline'}>
            {isAgeVerified ? 'Age verified' : 'Age not verified'}
          </Badge>
          {isGuest && <Badge status="neutral">Guest</Badge>}
          {acceptsMarketing && <Badge status="info">Accepts Marketing</Badge>}
          {isPaymentCustomer && <Badge status="neutral">Payment customer</Badge>}
          {customer.tags.map((tag) => (
            <Badge key={tag} status="outline" plain>
              {tag}
            </Badge>
          ))}
        </chakra.span>
      </Grid>
      <chakra.div display="flex" flexWrap="wrap" gap=".6rem">
        <Button variant="quiet" onClick={() => setOpen('form')}>
          Edit
        </Button>
        {!customer.mergedInto && (
          <Button variant="quiet" onClick={() => setOpen('merge')}>
            Merge
          </Button>
        )}
        {may('messages') && (
          <LinkButton variant="quiet" to={`/admin/messages?${new URLSearchParams({ q: email }).toString()}`}>
            Messages
          </LinkButton>
        )}
      </chakra.div>
      {open === 'form' && <CustomerForm customer={customer} onClose={() => setOpen(null)} />}
      {open === 'merge' && <MergeDialog customer={customer} onClose={() => setOpen(null)} />}
      {!may('orders') && <Text color="muted">Your role does not include orders.</Text>}
    </chakra.div>
  )
}
