import { useAppQuery } from '@shop/supabase'
import { Button, HStack, LinkButton, Text, onDemand } from '@shop/ui'
import { useState } from 'react'
import { CancelOrder } from './cancel-order'
import type { Order } from './order'
import { orderChoicesQuery } from './order-choices'
import { orderDay, receiptPath } from './order-messages'
import { Reorder } from './reorder'

const ReturnForm = onDemand(async () => (await import('./return-form')).ReturnForm, 'The return form')

/** The actions of a buyer on an order, as the database allows them. */
export function OrderSteps({ order }: { order: Order }) {
  const { data: choices } = useAppQuery(orderChoicesQuery(order.id))
  const [step, setStep] = useState<'cancel' | 'return' | null>(null)
  const canReturn = (choices?.returnable.length ?? 0) > 0
  const close = () => setStep(null)
  return (
    <HStack gap=".75rem" flexWrap="wrap" minHeight="48px">
      <Reorder order={order} />
      {order.paidAt && (
        <LinkButton variant="quiet" to={receiptPath(order.number)}>
          Receipt
        </LinkButton>
      )}
      {canReturn && (
        <Button variant="quiet" onClick={() => setStep('return')}>
          Return items…
        </Button>
      )}
      {choices?.canCancel && (
        <Button variant="quiet" onClick={() => setStep('cancel')}>
          Cancel order…
        </Button>
      )}
      {canReturn && choices?.changeOfMindUntil && choices.canChangeMind && (
        <Text textStyle="small" color="muted" flexBasis="100%">
          You can change your mind until {orderDay(choices.changeOfMindUntil)}.
        </Text>
      )}
      <CancelOrder order={order} open={step === 'cancel'} onClose={close} />
      {canReturn && choices && (
        <ReturnForm order={order} choices={choices} open={step === 'return'} onClose={close} />
      )}
    </HStack>
  )
}
