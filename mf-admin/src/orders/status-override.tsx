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
  const change = useChangeOrder(order)
  const mayRefund = useStaff().may('refunds')
  const saving = {
    status: order.status,
    payment_status: order.paymentStatus,
    ...(change.isPending && change.variables),
  }
  const choose = (wanted: Parameters<typeof change.mutate>[0]) => {
    if (!change.isPending) change.mutate(wanted)
  }
  return (
    <Part title="Manual Status Override">
      <Pair aria-busy={change.isPending || undefined}>
        <StateSelect
          label="Payment Status"
          value={saving.payment_status}
          labels={paymentLabels}
          disabled={!mayRefund}
          hint={mayRefund ? undefined : 'Your role may not change payments.'}
          onChoose={(payment_status) => choose({ payment_status })}
        />
        <StateSelect
          label="Order Status"
          value={saving.status}
          labels={statusLabels}
          onChoose={(status) => choose({ status })}
        />
      </Pair>
      <Text textStyle="micro" color="muted">
        Saved at once. An override moves no money: choosing Refunded pays nothing back. Stock follows, and the
        customer is told by email when an order is shipped, delivered, cancelled or refunded.
      </Text>
    </Part>
  )
}
