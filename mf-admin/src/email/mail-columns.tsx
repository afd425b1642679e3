import { counted } from '@shop/pricing'
import { chakra, IconButton, Text } from '@shop/ui'
import Send from 'lucide-react/icons/send'
import type { ReactNode } from 'react'
import type { DataColumn } from '../kit/data-column'
import { formatDateTime } from '../kit/dates'
import type { ListedMail, MailState } from './list-mail'
import { kindLabel } from './mail-kinds'
import { useRetryMail } from './retry-mail'

/** "1 attempt", "8 attempts". */
export const attemptsOf = (count: number): string => counted(count, 'attempt')

/** What there is to say of an email in its state. */
function Outcome({ mail, state }: { mail: ListedMail; state: MailState }) {
  if (state === 'sent')
    return mail.sent ? <time dateTime={mail.sent.toISOString()}>{formatDateTime(mail.sent)}</time> : null
  return (
    <chakra.span overflowWrap="anywhere">
      {mail.error ?? 'Not tried yet'}
      <Text as="span" display="block" textStyle="micro" color="muted">
        {attemptsOf(mail.attempts)}
        {state === 'waiting' && mail.attempts > 0 && `, next ${formatDateTime(mail.nextAttempt)}`}
      </Text>
    </chakra.span>
  )
}

function SendAgain({ mail }: { mail: ListedMail }) {
  const retry = useRetryMail()
  return (
    <IconButton
      label={`Send again: ${mail.subject}, to ${mail.recipient}`}
      icon={Send}
      size="s"
      disabled={retry.isPending}
      onClick={() => retry.mutate(mail.id)}
    />
  )
}

const outcomeHeaders = { failed: 'Why it failed', waiting: 'State', sent: 'Sent' } as const

/** The columns of the emails of a state. @param subjectOf the subject as a link */
export function mailColumns(
  state: MailState,
  subjectOf: (mail: ListedMail) => ReactNode,
): DataColumn<ListedMail>[] {
  const columns: DataColumn<ListedMail>[] = [
    {
      id: 'subject',
      header: 'Email',
      narrow: 'title',
      cell: (mail) => (
        <>
          {subjectOf(mail)}
          <Text as="span" display="block" textStyle="micro" color="muted">
            {kindLabel(mail.kind)}
            {mail.orderNumber && `, order ${mail.orderNumber}`}
            <span data-only="narrow">, to {mail.recipient}</span>
          </Text>
        </>
      ),
    },
    {
      id: 'recipient',
      header: 'To',
      cell: ({ recipient }) => <chakra.span overflowWrap="anywhere">{recipient}</chakra.span>,
    },
    {
      id: 'outcome',
      header: outcomeHeaders[state],
      narrow: 'detail',
      cell: (mail) => <Outcome mail={mail} state={state} />,
    },
    {
      id: 'queued',
      header: 'Queued',
      cell: ({ queued }) => (
        <chakra.time dateTime={queued.toISOString()} whiteSpace={{ lg: 'nowrap' }}>
          {formatDateTime(queued)}
        </chakra.time>
      ),
    },
  ]
  if (state !== 'failed') return columns
  return [
    ...columns,
    {
      id: 'actions',
      header: 'Actions',
      hideHeader: true,
      narrow: 'actions',
      cell: (mail) => <SendAgain mail={mail} />,
    },
  ]
}
