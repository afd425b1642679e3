import { Field, NativeSelect, Text } from '@shop/ui'
import { useStaff } from '../staff/use-staff'
import { useChangeOrder } from './change-order'
import type { OrderRecord } from './order-record'
import { paymentLabels, stateLabel, statusLabels } from './order-statuses'
import { Pair, Part } from './order-parts'

interface StateSelectProps {
  label: string
  hint?: string
  value: string
  labels: Readonly<Record<string, string>>
  disabled?: boolean
  onChoose: (value: string) => void
}

function StateSelect({ label, hint, value, labels, disabled, onChoose }: StateSelectProps) {
  return (
    <Field label={label} hint={hint}>
      <NativeSelect value={value} disabled={disabled} onChange={({ target }) => onChoose(target.value)}>
        {!Object.hasOwn(labels, value) && <option value={value}>{stateLabel(value)}</option>}
        {Object.entries(labels).map(([state, name]) => (
          <option key={state} value={state}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}

/** Sets the payment status and the order status by hand, to any value; the database says what it refuses. */
export function StatusOverride({ order }: { order: OrderRecord }) {
  const payment = useChangeOrder(order)
  const status = useChangeOrder(order)
  const mayRefund = useStaff().may('refunds')
  const isSaving = payment.isPending || status.isPending
  return (
    <Part title="Manual Status Override">
      <Pair aria-busy={isSaving || undefined}>
        <StateSelect
          label="Payment Status"
          value={(payment.isPending && payment.variables.payment_status) || order.paymentStatus}
          labels={paymentLabels}
          disabled={!mayRefund}
          hint={mayRefund ? undefined : 'Your role may not change payments.'}
          onChoose={(payment_status) => payment.mutate({ payment_status })}
        />
        <StateSelect
          label="Order Status"
          value={(status.isPending && status.variables.status) || order.status}
          labels={statusLabels}
          onChoose={(chosen) => status.mutate({ status: chosen })}
        />
      </Pair>
      <Text textStyle="micro" color="muted">
        Saved at once. An override moves no money: choosing Refunded pays nothing back. Stock follows, and the
        customer is told by email when an order is shipped, delivered, cancelled or refunded.
      </Text>
    </Part>
  )
}
