import { useAppQuery } from '@shop/supabase'
import { Badge, Button, chakra, Field, Grid, LinkButton, NativeSelect, Text, useToast } from '@shop/ui'
import { useState, type RefObject } from 'react'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import { formatDateTime } from '../../kit/dates'
import { errorWords } from '../../kit/error-words'
import type { UnsavedGuard } from '../../kit/unsaved-guard'
import { colleaguesQuery, type Colleague } from '../../frame/staff/colleagues'
import { useStaff } from '../../frame/staff/use-staff'
import { AnswerForm } from './answer-form'
import { stateColours, stateLabels } from './message-states'
import { useChangeMessage, useDeleteMessage, type Message, type MessageChange } from './message-record'
import { Replies } from './replies'

const nobody = 'none'
const statuses = ['open', 'answered', 'closed'] as const

const MessageText = chakra('div', {
  base: {
    padding: '1rem 1.2rem',
    background: 'sunken',
    borderRadius: 'panel',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
})
const Line = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: '.8rem 1.2rem' },
})

/** What a change shows of a message. */
const shownOf = ({ status, assignee }: MessageChange): Partial<Message> => ({
  ...(status && { state: status }),
  ...(assignee !== undefined && { assignee }),
})

interface MessageViewProps {
  message: Message
  /** Where the guard of an unsent answer is put. */
  guard: RefObject<UnsavedGuard | null>
  onClose: () => void
}

/** A message, who takes care of it, its answers and a form for the next one. */
export function MessageView({ message, guard, onClose }: MessageViewProps) {
  const { data: colleagues } = useAppQuery(colleaguesQuery)
  const toast = useToast()
  const change = useChangeMessage(message.id)
  // What was chosen is shown at once, not only when it is saved and read again.
  const shown = { ...message, ...(change.isPending && shownOf(change.variables)) }
  const [isDeleting, setDeleting] = useState(false)
  const save = (values: MessageChange, then?: () => void) =>
    change.mutate(values, {
      onSuccess: then,
      onError: (error) => {
        console.error(error)
        const description = errorWords(error, 'Failed to change the message. Please try again.')
        toast({ title: 'Error', description, status: 'error' })
      },
    })
  return (
    <Grid gap="1.3rem">
      <Sender message={message} />
      <MessageText>{message.text}</MessageText>
      <Line>
        <Field label="State">
          <NativeSelect
            value={shown.state === 'new' ? 'open' : shown.state}
            onChange={({ target }) => {
              const status = statuses.find((each) => each === target.value)
              if (status) save({ status, is_read: true })
            }}
          >
            {statuses.map((status) => (
              <option key={status} value={status}>
                {stateLabels[status]}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field label="Assigned to">
          <NativeSelect
            value={shown.assignee ?? nobody}
            onChange={({ target }) => save({ assignee: target.value === nobody ? null : target.value })}
          >
            <option value={nobody}>Nobody</option>
            <Choices colleagues={colleagues} chosen={shown.assignee} />
          </NativeSelect>
        </Field>
        <Button variant="quiet" onClick={() => guard.current?.leave(() => save({ is_read: false }, onClose))}>
          Mark as unread
        </Button>
        <Button variant="quiet" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </Line>
      <Replies replies={message.replies} colleagues={colleagues} />
      <AnswerForm message={message} guard={guard} />
      <DeleteMessage
        open={isDeleting}
        message={message}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          guard.current?.release()
          onClose()
        }}
      />
    </Grid>
  )
}

function Choices({
  colleagues,
  chosen,
}: {
  colleagues: readonly Colleague[] | undefined
  chosen: string | null
}) {
  const { userId: me } = useStaff()
  const isKnown = colleagues?.some(({ userId }) => userId === chosen)
  return (
    <>
      {colleagues
        ?.filter(({ userId, isActive }) => isActive || userId === chosen)
        .map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {userId === me ? `${name} (me)` : name}
          </option>
        ))}
      {chosen !== null && !isKnown && <option value={chosen}>Staff</option>}
    </>
  )
}

function Sender({ message: { name, email, at, state, customerId, hasOrders } }: { message: Message }) {
  const { may } = useStaff()
  return (
    <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" gap=".8rem 1.5rem">
      <div>
        <Text fontWeight={520}>
          {name} <Badge status={stateColours[state]}>{stateLabels[state]}</Badge>
        </Text>
        <Text overflowWrap="anywhere">{email}</Text>
        <Text textStyle="micro" color="muted">
          <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
        </Text>
      </div>
      <chakra.span display="flex" flexWrap="wrap" gap=".6rem">
        {customerId !== null && may('customers') && (
          <LinkButton variant="quiet" to={`/admin/customers?customer=${customerId}`}>
            Customer
          </LinkButton>
        )}
        {hasOrders && may('orders') && (
          <LinkButton variant="quiet" to={`/admin/orders?${new URLSearchParams({ q: email }).toString()}`}>
            Orders
          </LinkButton>
        )}
      </chakra.span>
    </chakra.div>
  )
}

interface DeleteMessageProps {
  open: boolean
  message: Message
  onClose: () => void
  onDeleted: () => void
}

function DeleteMessage({ open, message: { id, name, subject }, onClose, onDeleted }: DeleteMessageProps) {
  const toast = useToast()
  const remove = useDeleteMessage()
  // Not the callbacks of `mutate`, which are dropped when Realtime reports the message as gone, and this view with it.
  const confirm = async () => {
    try {
      await remove.mutateAsync(id)
    } catch (error) {
      console.error(error)
      const description = errorWords(error, 'Failed to delete the message. Please try again.')
      toast({ title: 'Error', description, status: 'error' })
      onClose()
      return
    }
    toast({ title: 'Message deleted', description: `“${subject}” was deleted.`, status: 'success' })
    onDeleted()
  }
  return (
    <ConfirmDialog
      open={open}
      title="Delete message"
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      busyLabel="Deleting..."
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      Are you sure you want to delete the message “{subject}” of {name} and its answers? This action cannot be
      undone.
    </ConfirmDialog>
  )
}
