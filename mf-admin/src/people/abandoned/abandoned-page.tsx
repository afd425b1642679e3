import { formatPence } from '@shop/pricing'
import { IconButton, Text, useToast } from '@shop/ui'
import Mail from 'lucide-react/icons/mail'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { ListScreen } from '../../frame/list-screen/list-screen'
import { columnHelper } from '../../kit/columns'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import { formatDate, formatDateTime } from '../../kit/dates'
import { errorWords } from '../../kit/error-words'
import { countOf } from '../../kit/list-page'
import { pageParam } from '../../kit/url-state'
import { abandonedCheckoutsQuery, useSendReminder, type AbandonedCheckout } from './abandoned-checkouts'

const params = v.object({ page: pageParam() })

const obstacles: Readonly<Record<string, string>> = {
  declined: 'Wants none',
  recent: 'Had one in the last 30 days',
  off: 'Switched off',
  not_offered: 'Not announced in the checkout',
  open: 'May still be finished',
}

/** Whether there was, or can be, an email; empty where it can be sent. */
function reminderText({ obstacle, sentAt }: AbandonedCheckout): string {
  if (sentAt) return `Sent on ${formatDate(sentAt)}`
  return obstacle === null ? '' : (obstacles[obstacle] ?? 'No email')
}

const column = columnHelper<AbandonedCheckout>()
const columnsOf = (onSend: (checkout: AbandonedCheckout) => void) =>
  column.columns([
    column.accessor('name', {
      header: 'Customer',
      meta: { narrow: 'title' },
      cell: ({ row: { original } }) => (
        <>
          <Text as="span" fontWeight={520}>
            {original.name}
          </Text>
          <Text textStyle="micro" color="muted" overflowWrap="anywhere">
            {original.email}
          </Text>
        </>
      ),
    }),
    column.accessor('items', {
      header: 'Cart',
      meta: { narrow: 'detail' },
      cell: ({ getValue, row: { original } }) => (
        <>
          {getValue().map((item, place) => (
            <Text key={place} as="span" display="block" overflowWrap="anywhere">
              {item}
            </Text>
          ))}
          <span data-only="narrow">
            {formatDateTime(original.at)}
            <br />
            {reminderText(original) || 'No email yet'}
          </span>
        </>
      ),
    }),
    column.accessor(({ totalPence, currency }) => formatPence(totalPence, currency), {
      id: 'total',
      header: 'Total',
      meta: { align: 'end', narrow: 'aside' },
    }),
    column.accessor('at', {
      header: 'Begun',
      cell: ({ getValue }) => <time dateTime={getValue().toISOString()}>{formatDateTime(getValue())}</time>,
    }),
    column.accessor(reminderText, {
      id: 'email',
      header: 'Email',
      cell: ({ getValue }) => <Text color="muted">{getValue() || 'Not sent'}</Text>,
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { hideHeader: true, narrow: 'actions' },
      cell: ({ row: { original } }) =>
        original.obstacle === null && (
          <IconButton
            label={`Send email to ${original.email}`}
            icon={Mail}
            onClick={() => onSend(original)}
          />
        ),
    }),
  ])

/** Checkouts that were begun and not paid, newest first, and the one email that each may get. */
export function Component() {
  const toast = useToast()
  const send = useSendReminder()
  const [asked, setAsked] = useState<AbandonedCheckout | null>(null)
  const confirm = () => {
    if (!asked) return
    send.mutate(asked.id, {
      onSuccess: () =>
        toast({
          title: 'Success',
          description: `The email to ${asked.email} is on its way.`,
          status: 'success',
        }),
      onError: (error) =>
        toast({
          title: 'Error',
          description: errorWords(error, 'Failed to send the email.'),
          status: 'error',
        }),
      onSettled: () => setAsked(null),
    })
  }
  return (
    <ListScreen
      title="Abandoned Checkouts"
      params={params}
      query={({ state }) => abandonedCheckoutsQuery(state.page)}
      text={({ data }) => countOf(data, 'checkout')}
      columns={useMemo(() => columnsOf(setAsked), [])}
      empty={{
        title: 'No abandoned checkouts',
        text: 'Whoever enters an email in the checkout and does not pay is listed here.',
      }}
      failure="The checkouts could not be loaded"
    >
      <ConfirmDialog
        open={asked !== null}
        title="Send email"
        confirmLabel="Send email"
        busy={send.isPending}
        busyLabel="Sending..."
        onConfirm={confirm}
        onClose={() => setAsked(null)}
      >
        {asked?.email} gets one email with what is in the cart, a link to it, and a link to decline such
        emails for ever. It cannot be sent again.
      </ConfirmDialog>
    </ListScreen>
  )
}
