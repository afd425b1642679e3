import { counted } from '@shop/pricing'
import { chakra, IconButton, Text } from '@shop/ui'
import Send from 'lucide-react/icons/send'
import { columnHelper } from '../../kit/columns'
import { formatDateTime } from '../../kit/dates'
import { RowLink } from '../../kit/row-link'
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

const column = columnHelper<ListedMail>()

/** The columns of the emails of a state. */
export const mailColumns = (state: MailState) =>
  column.columns([
    column.accessor('subject', {
      header: 'Email',
      meta: { narrow: 'title' },
      cell: ({ getValue, row: { id, original } }) => (
        <>
          <RowLink id={id}>{getValue()}</RowLink>
          <Text as="span" display="block" textStyle="micro" color="muted">
            {kindLabel(original.kind)}
            {original.orderNumber && `, order ${original.orderNumber}`}
            <span data-only="narrow">, to {original.recipient}</span>
          </Text>
        </>
      ),
    }),
    column.accessor('recipient', {
      header: 'To',
      cell: ({ getValue }) => <chakra.span overflowWrap="anywhere">{getValue()}</chakra.span>,
    }),
    column.display({
      id: 'outcome',
      header: outcomeHeaders[state],
      meta: { narrow: 'detail' },
      cell: ({ row }) => <Outcome mail={row.original} state={state} />,
    }),
    column.accessor('queued', {
      header: 'Queued',
      cell: ({ getValue }) => (
        <chakra.time dateTime={getValue().toISOString()} whiteSpace={{ lg: 'nowrap' }}>
          {formatDateTime(getValue())}
        </chakra.time>
      ),
    }),
    ...(state === 'failed'
      ? [
          column.display({
            id: 'actions',
            header: 'Actions',
            meta: { hideHeader: true, narrow: 'actions' },
            cell: ({ row }) => <SendAgain mail={row.original} />,
          }),
        ]
      : []),
  ])
