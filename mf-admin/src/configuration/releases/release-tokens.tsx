import { useAppQuery } from '@shop/supabase'
import {
  Badge,
  Button,
  chakra,
  EmptyState,
  Grid,
  Heading,
  Icon,
  Text,
  useToast,
  VisuallyHidden,
} from '@shop/ui'
import Plus from 'lucide-react/icons/plus'
import { useMemo, useState } from 'react'
import { columnHelper } from '../../kit/columns'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import { DataTable } from '../../kit/data-table'
import { formatDate, formatDateTime } from '../../kit/dates'
import { errorWords } from '../../kit/error-words'
import { NewToken, TokenForm } from './token-form'
import { releaseTokensQuery, useRevokeToken, type ReleaseToken } from './tokens'

/** Until when a token counts, and whether it does. @param now the time, in milliseconds */
function stateOf({ revokedAt, expiresAt }: ReleaseToken, now: number) {
  if (revokedAt) return { isOpen: false, label: 'Revoked', text: formatDateTime(revokedAt) }
  const isOpen = expiresAt.getTime() > now
  return { isOpen, label: isOpen ? 'Valid' : 'Expired', text: `until ${formatDate(expiresAt)}` }
}

const column = columnHelper<ReleaseToken>()
const columnsFor = (revoke: (token: ReleaseToken) => void) =>
  column.columns([
    column.accessor('remote', {
      header: 'Member',
      meta: { narrow: 'title' },
      cell: ({ getValue, row: { original } }) => (
        <chakra.span overflowWrap="anywhere">
          {getValue()}
          <Text as="span" display="block" textStyle="micro" color="muted">
            {original.name}
          </Text>
        </chakra.span>
      ),
    }),
    column.accessor('createdBy', {
      header: 'Made by',
      meta: { narrow: 'detail' },
      cell: ({ getValue, row: { original } }) => (
        <chakra.span overflowWrap="anywhere">
          {getValue()}
          <Text as="span" display="block" textStyle="micro" color="muted">
            {formatDateTime(original.createdAt)}
          </Text>
        </chakra.span>
      ),
    }),
    column.accessor(({ lastUsedAt }) => (lastUsedAt ? formatDateTime(lastUsedAt) : 'Never'), {
      id: 'lastUsed',
      header: 'Last used',
    }),
    column.accessor((token) => stateOf(token, Date.now()), {
      id: 'state',
      header: 'State',
      meta: { narrow: 'aside' },
      cell: ({ getValue, row: { original } }) => {
        const { isOpen, label, text } = getValue()
        return (
          <Grid gap=".3rem" justifyItems="start">
            <Badge status={isOpen ? 'positive' : 'neutral'}>{label}</Badge>
            <Text as="span" textStyle="micro" color="muted">
              {text}
            </Text>
            {isOpen && (
              <Button variant="quiet" onClick={() => revoke(original)}>
                Revoke<VisuallyHidden> {`${original.name} of ${original.remote}`}</VisuallyHidden>
              </Button>
            )}
          </Grid>
        )
      },
    }),
  ])
const idOf = ({ id }: ReleaseToken) => id

/** The tokens by which teams release their own members; staff make and revoke them. */
export function ReleaseTokens({ members }: { members: readonly string[] }) {
  const { data, error, isFetching, refetch } = useAppQuery(releaseTokensQuery, { staleMs: 0 })
  const toast = useToast()
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const [revoking, setRevoking] = useState<ReleaseToken | null>(null)
  const revoke = useRevokeToken()
  const columns = useMemo(() => columnsFor(setRevoking), [])
  return (
    <Grid gap=".9rem" marginTop="1rem">
      <chakra.div
        display="flex"
        flexWrap="wrap"
        gap=".75rem"
        alignItems="center"
        justifyContent="space-between"
      >
        <Heading level={2} look="h3">
          Release tokens
        </Heading>
        <Button variant="quiet" onClick={() => setMaking(true)}>
          <Icon as={Plus} size="s" />
          New Token
        </Button>
      </chakra.div>
      <Text textStyle="small" color="muted">
        With a token a team promotes and rolls back its own member from the command line, and no other.
      </Text>
      <DataTable
        label="Release tokens"
        columns={columns}
        rows={data}
        rowId={idOf}
        error={error && !data ? 'The tokens could not be loaded' : null}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
        emptyState={<EmptyState title="No tokens were made yet" level={3} />}
      />
      {making && (
        <TokenForm
          members={members}
          onCreated={(token) => {
            setMaking(false)
            setMade(token)
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {made !== null && <NewToken token={made} onClose={() => setMade(null)} />}
      <ConfirmDialog
        open={revoking !== null}
        title="Revoke the token?"
        confirmLabel="Revoke"
        danger
        busy={revoke.isPending}
        busyLabel="Revoking..."
        onConfirm={() => {
          if (!revoking) return
          revoke.mutate(revoking.id, {
            onError(failure) {
              console.error(failure)
              const description = errorWords(failure, 'The token was not revoked. Please try again.')
              toast({ title: 'Error', description, status: 'error' })
            },
            onSettled: () => setRevoking(null),
          })
        }}
        onClose={() => setRevoking(null)}
      >
        {revoking?.name} of {revoking?.remote} counts no longer, at once. What it released stays as it is.
      </ConfirmDialog>
    </Grid>
  )
}
