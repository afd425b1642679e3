import { BackendError, useAppMutation, useQueryClient } from '@shop/supabase'
import { Button, Dialog, HStack, Stack, Text, useToast } from '@shop/ui'
import { useState, type FormEvent } from 'react'
import type { Order } from './order'
import type { OrderChoices } from './order-choices'
import { orderDay } from './order-messages'
import { requestReturn, type AskedLine } from './order-returns'
import { ReturnLine, unchosen, type ChosenLine } from './return-line'

const refusals: Record<string, string> = {
  too_late:
    'The time for returns has passed. If something is wrong, please write to us: your statutory rights are not affected.',
  lines_left: 'Some of these pieces are in another return already. Please look at the order again.',
  not_delivered: 'This order has not been delivered yet.',
  rate_limited: 'You have asked often. Please wait a while and try again.',
}

interface ReturnFormProps {
  order: Order
  choices: OrderChoices
  open: boolean
  onClose: () => void
}

/** Which lines of an order come back, and why. */
export default function ReturnForm({ order, choices, open, onClose }: ReturnFormProps) {
  const toast = useToast()
  const queries = useQueryClient()
  const [id, setId] = useState(() => crypto.randomUUID())
  const [lines, setLines] = useState<Record<number, ChosenLine>>({})
  const [isChecked, setIsChecked] = useState(false)
  const chosen = choices.returnable.flatMap(({ line, quantity }): AskedLine[] => {
    const { isChosen, reason, sealed, comment, ...value } = lines[line] ?? unchosen
    if (!isChosen || reason === '' || sealed === '') return []
    return [{ line, quantity: Math.min(value.quantity, quantity), reason, sealed: sealed === 'yes', comment }]
  })
  const ticked = choices.returnable.filter(({ line }) => lines[line]?.isChosen).length
  const ask = useAppMutation<void>({
    mutationFn: (db) => requestReturn(db, id, order.id, chosen),
    onSuccess: () => {
      toast({
        title: 'Return requested',
        description: 'We look at it ourselves and write to you, usually within two working days.',
        status: 'success',
      })
      setId(crypto.randomUUID())
      setLines({})
      setIsChecked(false)
      onClose()
    },
    onError: (error) => {
      const hint = error instanceof BackendError ? error.hint : undefined
      toast({
        title: 'Your return was not requested',
        description: (hint && refusals[hint]) || 'Nothing you entered is lost. Please try again.',
        status: 'error',
      })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (ticked > 0 && chosen.length === ticked && !ask.isPending) ask.mutate()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Return items of ${order.number}`}
      description={untilWhen(choices)}
    >
      <form onSubmit={submit} noValidate aria-label="Return items">
        <Stack gap="1.25rem">
          <ul>
            {choices.returnable.map(({ line, quantity }) => (
              <ReturnLine
                key={line}
                name={order.items[line]?.name ?? 'Item'}
                most={quantity}
                canChangeMind={choices.canChangeMind}
                value={lines[line] ?? unchosen}
                isChecked={isChecked}
                onChange={(value) => setLines((known) => ({ ...known, [line]: value }))}
              />
            ))}
          </ul>
          {isChecked && ticked === 0 && (
            <Text color="danger" role="alert">
              Choose what you want to send back.
            </Text>
          )}
          <Text textStyle="small" color="muted">
            Please keep the goods until we have answered. Your statutory rights are not affected.
          </Text>
          <HStack gap=".75rem" flexWrap="wrap">
            <Button type="submit" busy={ask.isPending} busyLabel="Sending...">
              Request return
            </Button>
            <Button variant="quiet" onClick={onClose}>
              Keep everything
            </Button>
          </HStack>
        </Stack>
      </form>
    </Dialog>
  )
}

/** How long there is, in words. */
function untilWhen({ canChangeMind, changeOfMindUntil, faultUntil }: OrderChoices): string | undefined {
  if (!changeOfMindUntil || !faultUntil) return undefined
  return canChangeMind
    ? `For a change of mind until ${orderDay(changeOfMindUntil)}, for what is not right until ${orderDay(faultUntil)}.`
    : `The 14 days to change your mind ended on ${orderDay(changeOfMindUntil)}. What is not right can come back until ${orderDay(faultUntil)}.`
}
