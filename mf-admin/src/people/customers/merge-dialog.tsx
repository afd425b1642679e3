import { counted, formatPence } from '@shop/pricing'
import { useAppQuery } from '@shop/supabase'
import {
  Button,
  chakra,
  Checkbox,
  Dialog,
  ErrorState,
  Grid,
  Heading,
  Loading,
  RadioCardGroup,
  RadioChip,
  Skeleton,
  Text,
  useToast,
} from '@shop/ui'
import { useId, useState } from 'react'
import { DialogActions } from '../../kit/confirm-dialog'
import { formatDate } from '../../kit/dates'
import { errorWords } from '../../kit/error-words'
import { SearchField } from '../../kit/filters'
import { useMergeCustomers } from './change-customer'
import { customerProfileQuery, type CustomerProfile } from './customer-profile'
import { customerListQuery } from './list-customers'
import { Columns } from '../../kit/section'

interface MergeDialogProps {
  customer: CustomerProfile
  onClose: () => void
}

/** Finds another record of the same person, shows both side by side, and merges them. */
export function MergeDialog({ customer, onClose }: MergeDialogProps) {
  const [otherId, setOtherId] = useState<string | null>(null)
  return (
    <Dialog open placement="wide" title={`Merge ${customer.name}`} onClose={onClose}>
      {otherId === null ? (
        <ChooseRecord customer={customer} onChoose={setOtherId} />
      ) : (
        <Comparison customer={customer} otherId={otherId} onBack={() => setOtherId(null)} onClose={onClose} />
      )}
    </Dialog>
  )
}

const Results = chakra('ul', {
  base: {
    border: '1px solid {colors.line}',
    borderRadius: 'panel',
    '& > li': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '.5rem 1rem',
      padding: '.7rem 1.1rem',
      overflowWrap: 'anywhere',
    },
    '& > li + li': { borderTop: '1px solid {colors.line}' },
  },
})

/** Searches for the other record; the last name of the customer is searched for first. */
function ChooseRecord({ customer, onChoose }: { customer: CustomerProfile; onChoose: (id: string) => void }) {
  const [text, setText] = useState(customer.record.last_name)
  const { data, error, isFetching, refetch } = useAppQuery(customerListQuery(text, '', 1))
  const found = data?.rows.filter(({ id }) => id !== customer.id) ?? []
  return (
    <Grid gap="1rem">
      <Text>Find the other record of the same person.</Text>
      <SearchField label="Search by name or email" value={text} onSearch={setText} />
      {data ? (
        found.length > 0 ? (
          <Results aria-label="Found customers">
            {found.map(({ id, name, email, orders, spentPence }) => (
              <li key={id}>
                <div>
                  <Text>{name}</Text>
                  <Text textStyle="micro" color="muted">
                    {email}, {counted(orders, 'order')}, {formatPence(spentPence)}
                  </Text>
                </div>
                <Button variant="quiet" aria-label={`Compare with ${email}`} onClick={() => onChoose(id)}>
                  Compare
                </Button>
              </li>
            ))}
          </Results>
        ) : (
          <Text role="status" color="muted">
            No other customer found. Search by another name or email.
          </Text>
        )
      ) : error ? (
        <ErrorState
          level={3}
          title="The customers could not be loaded"
          text="Please try again."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading customers">
          <Skeleton height="6rem" />
        </Loading>
      )}
    </Grid>
  )
}

interface ComparisonProps {
  customer: CustomerProfile
  otherId: string
  onBack: () => void
  onClose: () => void
}

function Comparison({ customer, otherId, onBack, onClose }: ComparisonProps) {
  const { data: other, error, isFetching, refetch } = useAppQuery(customerProfileQuery(otherId))
  if (other) return <Decision customer={customer} other={other} onBack={onBack} onClose={onClose} />
  if (error)
    return (
      <ErrorState
        level={3}
        title="The customer could not be loaded"
        text="Nothing was changed. Please try again."
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <Loading label="Loading customer">
      <Skeleton height="8rem" />
    </Loading>
  )
}

const Effects = chakra('ul', { base: { listStyle: 'disc', paddingInlineStart: '1.2rem' } })

function Decision({
  customer,
  other,
  onBack,
  onClose,
}: Omit<ComparisonProps, 'otherId'> & { other: CustomerProfile }) {
  const toast = useToast()
  const merge = useMergeCustomers()
  const [mainId, setMainId] = useState(customer.isGuest && !other.isGuest ? other.id : customer.id)
  const [isSame, setSame] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const errorId = useId()
  const kept = mainId === customer.id ? customer : other
  const merged = mainId === customer.id ? other : customer
  const problem = !merged.isGuest
    ? 'Neither of them is a guest. An account is its owner’s, so two accounts cannot be merged.'
    : (kept.mergedInto ?? merged.mergedInto)
      ? 'One of these records has been merged into another one already.'
      : null
  const confirm = () => {
    setAsked(true)
    if (!isSame) return
    merge.mutate(
      { mainId: kept.id, mergedId: merged.id },
      {
        onSuccess: () => {
          toast({
            title: 'Success',
            description: `${merged.email} is merged into ${kept.name}.`,
            status: 'success',
          })
          onClose()
        },
        onError: (error) =>
          toast({
            title: 'Error',
            description: errorWords(error, 'Failed to merge the customers. Please try again.'),
            status: 'error',
          }),
      },
    )
  }
  return (
    <Grid gap="1.2rem">
      <Columns count={2}>
        <RecordFacts title="Stays on the list" customer={kept} />
        <RecordFacts title="Is merged into it" customer={merged} />
      </Columns>
      {problem ? (
        <Text role="alert">{problem}</Text>
      ) : (
        <>
          {customer.isGuest && other.isGuest && (
            <RadioCardGroup label="Which record stays?" name="kept" value={mainId} onChange={setMainId}>
              <chakra.div display="flex" flexWrap="wrap" gap=".6rem">
                {[customer, other].map(({ id, email }) => (
                  <RadioChip key={id} value={id} label={email} />
                ))}
              </chakra.div>
            </RadioCardGroup>
          )}
          <Effects>
            <li>
              {kept.name} then has {counted(kept.orders + merged.orders, 'order')} and{' '}
              {formatPence(kept.spentPence + merged.spentPence)} spent, with the notes and tags of both.
            </li>
            <li>{merged.email} leaves the list, and later orders with it count for the record that stays.</li>
            <li>
              Neither buyer sees a change: an account sees a guest’s orders only once its owner has confirmed
              the guest’s email.
            </li>
            <li>You can undo the merge on the record that stays. Both steps are in the audit log.</li>
          </Effects>
          <div>
            <Checkbox
              label="Both records are of the same person"
              checked={isSame}
              aria-invalid={isAsked && !isSame}
              aria-describedby={isAsked && !isSame ? errorId : undefined}
              onChange={({ target }) => setSame(target.checked)}
            />
            {isAsked && !isSame && (
              <Text id={errorId} role="alert" color="danger" textStyle="small">
                Tick the box to say that you have compared them.
              </Text>
            )}
          </div>
        </>
      )}
      <DialogActions>
        <Button variant="quiet" onClick={onBack} disabled={merge.isPending}>
          Choose another
        </Button>
        {!problem && (
          <Button busy={merge.isPending} busyLabel="Merging..." onClick={confirm}>
            Merge
          </Button>
        )}
      </DialogActions>
    </Grid>
  )
}

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '.3rem 1rem',
    '& dt': { color: 'muted' },
    '& dd': { overflowWrap: 'anywhere' },
  },
})

function RecordFacts({ title, customer }: { title: string; customer: CustomerProfile }) {
  const id = useId()
  const facts: [string, string][] = [
    ['Name', customer.name],
    ['Email', customer.email],
    ['Phone', customer.phone ?? 'None'],
    ['Kind', customer.hasAccount ? 'Account' : customer.isGuest ? 'Guest' : 'Former account'],
    ['Orders', customer.orders.toLocaleString('en-GB')],
    ['Spent', formatPence(customer.spentPence)],
    ['Last order', customer.lastOrder ? formatDate(customer.lastOrder) : 'Never'],
    ['Joined', formatDate(customer.joined)],
    ['Tags', customer.tags.join(', ') || 'None'],
  ]
  return (
    <chakra.section
      aria-labelledby={id}
      display="grid"
      gap=".8rem"
      padding="1rem 1.1rem"
      border="1px solid {colors.line}"
      borderRadius="panel"
    >
      <Heading level={3} id={id}>
        {title}
      </Heading>
      <Facts>
        {facts.map(([label, value]) => (
          <chakra.div key={label} display="contents">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </chakra.div>
        ))}
      </Facts>
    </chakra.section>
  )
}
