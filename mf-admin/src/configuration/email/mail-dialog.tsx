import { BackendError, useAppQuery } from '@shop/supabase'
import { Button, chakra, Dialog, EmptyState, ErrorState, Grid, Loading, Skeleton, Text } from '@shop/ui'
import { DialogActions } from '../../kit/confirm-dialog'
import { formatDateTime } from '../../kit/dates'
import { mailRecordQuery, type MailRecord } from './list-mail'
import { attemptsOf } from './mail-columns'
import { kindLabel } from './mail-kinds'
import { MailPreview } from './mail-preview'
import { useRetryMail } from './retry-mail'

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'max-content minmax(0, 1fr)' },
    gap: { base: '.1rem', md: '.4rem 1.5rem' },
    '& dt': { color: 'muted', textStyle: 'small' },
    '& dd': { overflowWrap: 'anywhere', marginBottom: { base: '.5rem', md: '0' } },
  },
})

/** The facts about an email, in order. */
function factsOf(mail: MailRecord): [label: string, value: string][] {
  const { status, attempts, error } = mail
  const facts: [string, string | null][] = [
    ['To', mail.recipient],
    ['Kind', kindLabel(mail.kind)],
    ['Order', mail.orderNumber],
    ['Queued', formatDateTime(mail.queued)],
    ['Sent', mail.sent && formatDateTime(mail.sent)],
    ['Tried', status === 'sent' || attempts === 0 ? null : attemptsOf(attempts)],
    ['Next attempt', status === 'pending' ? formatDateTime(mail.nextAttempt) : null],
    [status === 'failed' ? 'Why it failed' : 'Last problem', status === 'sent' ? null : error],
  ]
  return facts.flatMap(([label, value]) => (value === null ? [] : [[label, value]]))
}

/** An email in a dialog: what happened to it, and how it reads. */
export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  // The mailer changes it meanwhile.
  const { data: mail, error, isFetching, refetch } = useAppQuery(mailRecordQuery(id), { staleMs: 0 })
  const isGone = error instanceof BackendError && (error.status === 404 || error.status === 400)
  return (
    <Dialog open placement="wide" title={mail?.subject ?? 'Email'} onClose={onClose}>
      {isGone ? (
        <EmptyState level={3} title="This email does not exist" text="It may have been deleted meanwhile." />
      ) : mail ? (
        <Email mail={mail} onClose={onClose} />
      ) : error ? (
        <ErrorState
          level={3}
          title="The email could not be loaded"
          text="Nothing was changed. Please try again."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading email">
          <Skeleton height="8rem" />
        </Loading>
      )}
    </Dialog>
  )
}

function Email({ mail, onClose }: { mail: MailRecord; onClose: () => void }) {
  const retry = useRetryMail()
  return (
    <Grid gap="1.3rem">
      <Facts>
        {factsOf(mail).map(([label, value]) => (
          <chakra.div key={label} display="contents">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </chakra.div>
        ))}
      </Facts>
      {mail.status === 'sent' ? (
        <Text padding="1rem 1.2rem" background="sunken" borderRadius="panel">
          Emails keep no content once they are sent.
        </Text>
      ) : (
        <MailPreview mail={mail} />
      )}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
        {mail.status === 'failed' && (
          <Button
            busy={retry.isPending}
            busyLabel="Sending..."
            onClick={() => retry.mutate(mail.id, { onSuccess: onClose })}
          >
            Send again
          </Button>
        )}
      </DialogActions>
    </Grid>
  )
}
