import { useAppQuery } from '@shop/supabase'
import { Badge, Button, Panel, Text, TextLink } from '@shop/ui'
import { useRetryMail } from '../configuration/email/retry-mail'
import { formatMoment } from '../kit/dates'
import { NoticeLine, UncheckedNotice } from './notice-line'
import { failedMailQuery, maxCounted, type FailedMail } from './failed-mail'

const maxShown = 5
function titleFor(count: number): string {
  if (count === 1) return '1 email could not be sent'
  return `${count > maxCounted ? `More than ${String(maxCounted)}` : String(count)} emails could not be sent`
}

/** The emails that could not be sent, each with "Send again"; nothing if there are none. */
export function FailedMailNotice() {
  const { data: failed, error, isFetching, refetch } = useAppQuery(failedMailQuery)
  if (error)
    return (
      <UncheckedNotice
        title="Emails that could not be sent"
        text="We couldn’t check whether any emails failed."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!failed || failed.length === 0) return null
  return (
    <Panel flush title={titleFor(failed.length)} actions={<Badge status="danger">Needs Attention</Badge>}>
      <ul>
        {failed.slice(0, maxShown).map((mail) => (
          <FailedLine key={mail.id} mail={mail} />
        ))}
      </ul>
      <Text textStyle="micro" padding=".7rem 1.25rem" borderTop="1px solid {colors.line}">
        {failed.length > maxShown && `The newest ${String(maxShown)} are shown. `}
        <TextLink to="/admin/email">All emails that failed</TextLink>
      </Text>
    </Panel>
  )
}

function FailedLine({ mail: { id, what, recipient, orderNumber, since } }: { mail: FailedMail }) {
  const retry = useRetryMail()
  const subject = orderNumber ? `${what}, order ${orderNumber}` : what
  return (
    <NoticeLine>
      <div>
        <Text fontWeight={520}>{subject}</Text>
        <Text textStyle="micro" overflowWrap="anywhere">
          To {recipient}, since {formatMoment(since)}
        </Text>
      </div>
      <Button
        variant="quiet"
        aria-label={`Send again: ${subject}, to ${recipient}`}
        busy={retry.isPending}
        busyLabel="Sending..."
        onClick={() => {
          retry.mutate(id)
        }}
      >
        Send again
      </Button>
    </NoticeLine>
  )
}
