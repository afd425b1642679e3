import { useAppQuery } from '@shop/supabase'
import { Badge, chakra, ErrorState, Grid, Heading, Loading, Skeleton, Text, type BadgeStatus } from '@shop/ui'
import { verdictQuery, type Verdict } from './composition'

type Result = Verdict['findings'][number]['result']

const labels: Readonly<Record<Result, string>> = { fail: 'Failed', warning: 'Warning', pass: 'Passed' }
const statuses: Readonly<Record<Result, BadgeStatus>> = {
  fail: 'danger',
  warning: 'warning',
  pass: 'positive',
}
const order: readonly Result[] = ['fail', 'warning', 'pass']

const List = chakra('ul', {
  base: { display: 'grid', gap: '.5rem', listStyle: 'none', margin: '0', padding: '0' },
})
const Item = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '5.5rem minmax(0, 1fr)',
    columnGap: '.75rem',
    overflowWrap: 'anywhere',
  },
})

/** What each check of a version says, failures first, before it is made live. */
export function VersionChecks({ name, version }: { name: string; version: string }) {
  const { data, error, isFetching, refetch } = useAppQuery(verdictQuery(name, version), { staleMs: 0 })
  if (error)
    return (
      <ErrorState
        level={3}
        title="The version could not be checked"
        text={error.message}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <Loading label={`Checking ${version} inside the live set`}>
        <Skeleton height="8rem" />
      </Loading>
    )
  const findings = order.flatMap((result) => data.findings.filter((finding) => finding.result === result))
  return (
    <Grid gap=".6rem">
      <Heading level={3} look="h3">
        Checks
      </Heading>
      <Text role="status">{data.blocked ? 'It cannot go live for what failed.' : 'It may go live.'}</Text>
      <List aria-label={`Checks of ${version}`}>
        {findings.map(({ check, result, message }) => (
          <Item key={`${check} ${message}`}>
            <span>
              <Badge status={statuses[result]}>{labels[result]}</Badge>
            </span>
            <span>
              {check[0]?.toUpperCase()}
              {check.slice(1)}
              <Text as="span" display="block" textStyle="small" color="muted">
                {message}
              </Text>
            </span>
          </Item>
        ))}
      </List>
    </Grid>
  )
}
