import { customerTerms } from '@shop/settings/customer-terms'
import { BackendError, useAppMutation, useQueryClient } from '@shop/supabase'
import { Button, Dialog, HStack, Stack, Text, useToast } from '@shop/ui'
import { useState, type FormEvent } from 'react'
import type { Order } from './order'
import type { OrderChoices } from './order-choices'
import { orderDay } from './order-messages'
import { requestReturn, type AskedLine } from './order-returns'
import { ReturnLine, unchosen, type ChosenLine } from './return-line'

const rejections: Record<string, string> = {
  too_late:
    'The time for returns has passed. If something is wrong, please contact us: your statutory rights are not affected.',
  lines_left: 'Some of these items are already in another return. Please check the order again.',
  not_delivered: 'This order has not been delivered yet.',
  rate_limited: 'You’ve tried several times. Please wait a while and try again.',
}

interface ReturnFormProps {
  order: Order
  choices: OrderChoices
  open: boolean
  onClose: () => void
}

/** Which lines of an order come back, and why. */
export function ReturnForm({ order, choices, open, onClose }: ReturnFormProps) {
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
        description: `A real person looks at every return, and we’ll email you within ${customerTerms.reply}.`,
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
        description: (hint && rejections[hint]) || 'Everything you entered is still here. Please try again.',
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
            Please keep the items until you hear from us. Your statutory rights are not affected.
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
    ? `You can change your mind until ${orderDay(changeOfMindUntil)}, and return anything that isn’t right until ${orderDay(faultUntil)}.`
    : `The ${String(customerTerms.cancelDays)} days to change your mind ended on ${orderDay(changeOfMindUntil)}. You can return anything that isn’t right until ${orderDay(faultUntil)}.`
}
