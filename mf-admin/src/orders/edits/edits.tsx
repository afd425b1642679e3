import { formatPence } from '@shop/pricing'
import { useAppMutation, useAppQuery } from '@shop/supabase'
import { Badge, Box, Button, chakra, ErrorState, Loading, Skeleton, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import { useRefresh } from '../../frame/staff/use-refresh'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import { errorWords } from '../../kit/error-words'
import { useCopy } from '../../kit/use-copy'
import { orderTime } from '../order-dates'
import { EditDialog } from './edit-dialog'
import { orderEditsQuery, settleEdit, type EditedPart, type OrderEdit } from './order-edits'

const Row = chakra('li', {
  base: {
    display: 'grid',
    gap: '.2rem',
    paddingBlock: '.6rem',
    overflowWrap: 'anywhere',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})
const Buttons = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '.6rem', paddingTop: '.4rem' },
})

const states = {
  waiting: ['warning', 'Waits for payment'],
  applied: ['positive', 'In effect'],
  withdrawn: ['neutral', 'Withdrawn'],
  expired: ['neutral', 'Not paid'],
} as const

/** The edits of an order, one that waits for its payment first, and the button that edits. */
export function Edits({ orderId }: { orderId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data: order, error, isFetching, refetch } = useAppQuery(orderEditsQuery(orderId))
  if (!order && error)
    return (
      <ErrorState
        title="The edits could not be loaded"
        text="Nothing was changed. Please try again."
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!order)
    return (
      <Loading label="Loading edits">
        <Skeleton height="5.5rem" />
      </Loading>
    )
  const isWaiting = order.edits.some(({ state }) => state === 'waiting')
  return (
    <Box display="grid" gap=".6rem" justifyItems="start">
      {order.rejected === null && !isWaiting ? (
        <>
          <Text color="muted">Nothing has been sent yet, so lines and address can still be changed.</Text>
          <Button variant="quiet" onClick={() => setIsOpen(true)}>
            Edit order…
          </Button>
        </>
      ) : (
        !isWaiting && <Text color="muted">{`It can no longer be edited. ${order.rejected ?? ''}`}</Text>
      )}
      {order.edits.length > 0 && (
        <chakra.ul listStyle="none" aria-label="Edits" width="100%">
          {order.edits.map((edit) => (
            <Edit key={edit.id} edit={edit} currency={order.currency} takesPayment={order.takesPayment} />
          ))}
        </chakra.ul>
      )}
      {isOpen && (
        <EditDialog key={order.version} orderId={orderId} order={order} onClose={() => setIsOpen(false)} />
      )}
    </Box>
  )
}

function Edit({
  edit,
  currency,
  takesPayment,
}: {
  edit: OrderEdit
  currency: string
  takesPayment: boolean
}) {
  const [status, label] = states[edit.state]
  return (
    <Row>
      <Box display="flex" flexWrap="wrap" justifyContent="space-between" gap=".25rem 1rem">
        <Badge status={status}>{label}</Badge>
        <Text fontVariantNumeric="tabular-nums">{differenceWords(edit, currency)}</Text>
      </Box>
      <Text>{changeWords(edit.before, edit.after)}</Text>
      <Text textStyle="small" color="muted">
        {[edit.reason, edit.actor && `by ${edit.actor}`, orderTime(edit.createdAt)]
          .filter(Boolean)
          .join(', ')}
      </Text>
      {edit.state === 'waiting' && <Waiting edit={edit} currency={currency} takesPayment={takesPayment} />}
    </Row>
  )
}

/** What staff do about an edit that waits. */
function Waiting({
  edit,
  currency,
  takesPayment,
}: {
  edit: OrderEdit
  currency: string
  takesPayment: boolean
}) {
  const toast = useToast()
  const refresh = useRefresh()
  const [asked, setAsked] = useState<'withdraw' | 'take' | null>(null)
  const [, copy] = useCopy('The link is in the clipboard.')
  const settle = useAppMutation({
    mutationFn: settleEdit,
    onSuccess: (_, { takesPayment: isPaid }) => {
      toast({
        title: 'Success',
        description: isPaid
          ? 'The order has been changed.'
          : 'The change is withdrawn. The order is as it was.',
        status: 'success',
      })
    },
    onError: (error) => {
      console.error(error)
      toast({ title: 'Error', description: errorWords(error, 'Nothing was changed.'), status: 'error' })
    },
    onSettled: () => {
      setAsked(null)
      return refresh('orders', 'stock')
    },
  })
  const amount = formatPence(edit.differencePence, currency)
  return (
    <>
      <Text textStyle="small" color="muted">
        {`The order stays as it is and is not sent until ${amount} is paid. What was added is held${edit.expiresAt ? ` until ${orderTime(edit.expiresAt)}` : ''}.`}
      </Text>
      <Buttons>
        <Button
          variant="quiet"
          onClick={() => void copy(`${location.origin}/checkout/change?session=${edit.link ?? ''}`)}
        >
          Copy Link
        </Button>
        {takesPayment && (
          <Button variant="quiet" onClick={() => setAsked('take')}>
            Take Payment
          </Button>
        )}
        <Button variant="quiet" onClick={() => setAsked('withdraw')}>
          Withdraw
        </Button>
      </Buttons>
      <ConfirmDialog
        open={asked !== null}
        title={asked === 'take' ? `Take ${amount}?` : 'Withdraw this change?'}
        confirmLabel={asked === 'take' ? 'Take Payment' : 'Withdraw'}
        busy={settle.isPending}
        onConfirm={() => settle.mutate({ id: edit.id, takesPayment: asked === 'take' })}
        onClose={() => setAsked(null)}
      >
        {asked === 'take'
          ? 'The payment is simulated. The order is changed, and the customer gets an email.'
          : 'The link stops working, what was held is for sale again, and the order stays as it was.'}
      </ConfirmDialog>
    </>
  )
}

function differenceWords({ differencePence: pence, state }: OrderEdit, currency: string): string {
  if (pence === 0) return 'No difference'
  const amount = formatPence(Math.abs(pence), currency)
  if (pence < 0) return `${amount} refunded`
  return state === 'applied' ? `${amount} paid` : `${amount} to pay`
}

/** "2 × Stone instead of 1, Robe removed, new delivery address". */
function changeWords(before: EditedPart, after: EditedPart): string {
  const pieces = ({ items }: EditedPart, name: string) =>
    items.reduce((sum, item) => sum + (item.name === name ? item.quantity : 0), 0)
  const names = [...new Set([...before.items, ...after.items].map(({ name }) => name))]
  const lines = names.flatMap((name) => {
    const [was, is] = [pieces(before, name), pieces(after, name)]
    if (was === is) return []
    if (is === 0) return [`${name} removed`]
    return [was === 0 ? `${String(is)} × ${name} added` : `${String(is)} × ${name} instead of ${String(was)}`]
  })
  const moved = JSON.stringify(before.address) !== JSON.stringify(after.address)
  return [...lines, ...(moved ? ['new delivery address'] : [])].join(', ')
}
