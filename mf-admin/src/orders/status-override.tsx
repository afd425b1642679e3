import { useAppQuery } from '@shop/supabase'
import { Button, chakra, Field, NativeSelect, Text } from '@shop/ui'
import { useRef, useState, type RefObject } from 'react'
import { useStaff } from '../frame/staff/use-staff'
import { inWords } from '../kit/in-words'
import { useChangeOrder } from './change-order'
import { effectWords, orderChangeEffectsQuery, type OrderChange } from './order-change'
import type { OrderRecord } from './order-record'
import { paymentLabels, statusLabels } from './order-statuses'
import { Pair, Part } from './order-parts'

interface StateSelectProps {
  ref: RefObject<HTMLSelectElement | null>
  label: string
  hint?: string
  value: string
  labels: Readonly<Record<string, string>>
  disabled?: boolean
  onChoose: (value: string) => void
}

function StateSelect({ ref, label, hint, value, labels, disabled, onChoose }: StateSelectProps) {
  return (
    <Field label={label} hint={hint}>
      <NativeSelect
        ref={ref}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChoose(target.value)}
      >
        {!Object.hasOwn(labels, value) && <option value={value}>{inWords(value)}</option>}
        {Object.entries(labels).map(([state, name]) => (
          <option key={state} value={state}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}

const Box = chakra('div', {
  base: {
    display: 'grid',
    gap: '.75rem',
    padding: '.9rem 1rem',
    background: 'sunken',
    borderRadius: 'panel',
    _highContrast: { border: '1px solid' },
  },
})
const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: '.25rem',
    margin: '.35rem 0 0',
    paddingInlineStart: '1.1rem',
    listStyle: 'disc',
  },
})

/** Sets the payment status and the order status by hand, to any value, once what follows has been read. */
export function StatusOverride({ order }: { order: OrderRecord }) {
  const mayRefund = useStaff().may('refunds')
  const change = useChangeOrder(order)
  const [chosen, setChosen] = useState<OrderChange>({})
  const payment = useRef<HTMLSelectElement>(null)
  const status = useRef<HTMLSelectElement>(null)
  const wanted: OrderChange = {
    ...(chosen.payment_status !== undefined &&
      chosen.payment_status !== order.paymentStatus && { payment_status: chosen.payment_status }),
    ...(chosen.status !== undefined && chosen.status !== order.status && { status: chosen.status }),
  }
  // The buttons go with the choice, and the focus would go with them.
  const focusSelect = () => (wanted.status === undefined ? payment : status).current?.focus()
  const apply = () => {
    focusSelect()
    change.mutate(wanted, {
      // What has been chosen since stays.
      onSettled: () =>
        setChosen((now) => ({
          ...(now.payment_status !== wanted.payment_status && { payment_status: now.payment_status }),
          ...(now.status !== wanted.status && { status: now.status }),
        })),
    })
  }
  return (
    <Part title="Manual Status Override">
      <Pair aria-busy={change.isPending || undefined}>
        <StateSelect
          ref={payment}
          label="Payment Status"
          value={chosen.payment_status ?? order.paymentStatus}
          labels={paymentLabels}
          disabled={!mayRefund}
          hint={mayRefund ? undefined : 'Your role may not change payments.'}
          onChoose={(payment_status) => setChosen({ ...chosen, payment_status })}
        />
        <StateSelect
          ref={status}
          label="Order Status"
          value={chosen.status ?? order.status}
          labels={statusLabels}
          onChoose={(value) => setChosen({ ...chosen, status: value })}
        />
      </Pair>
      {Object.keys(wanted).length > 0 ? (
        <Consequences
          order={order}
          change={wanted}
          isSaving={change.isPending}
          onApply={apply}
          onLeave={() => {
            focusSelect()
            setChosen({})
          }}
        />
      ) : (
        <Text textStyle="micro" color="muted">
          Choose, read what follows, then apply. An override moves no money: choosing Refunded pays nothing
          back.
        </Text>
      )}
    </Part>
  )
}

interface ConsequencesProps {
  order: OrderRecord
  change: OrderChange
  isSaving: boolean
  onApply: () => void
  onLeave: () => void
}

function Consequences({ order, change, isSaving, onApply, onLeave }: ConsequencesProps) {
  const { data: effects, error, refetch } = useAppQuery(orderChangeEffectsQuery(order, change))
  return (
    <Box>
      <div role="status">
        {error && !effects ? (
          <Text color="danger">We couldn’t find out what follows.</Text>
        ) : !effects ? (
          <Text color="muted">Finding out what follows...</Text>
        ) : effects.rejected !== null ? (
          <Text color="danger">{effects.rejected}</Text>
        ) : (
          <>
            <Text fontWeight={520}>Not applied yet. If you apply it:</Text>
            <List>
              {effectWords(effects, order).map((words) => (
                <li key={words}>{words}</li>
              ))}
            </List>
          </>
        )}
      </div>
      <chakra.div display="flex" flexWrap="wrap" gap=".5rem .75rem">
        {error && !effects ? (
          <Button variant="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        ) : (
          effects?.rejected == null && (
            <Button disabled={!effects} busy={isSaving} busyLabel="Saving..." onClick={onApply}>
              Apply
            </Button>
          )
        )}
        <Button variant="quiet" disabled={isSaving} onClick={onLeave}>
          Keep as it is
        </Button>
      </chakra.div>
    </Box>
  )
}
