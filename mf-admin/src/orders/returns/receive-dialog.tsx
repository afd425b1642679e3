import { chakra, useToast } from '@shop/ui'
import * as v from 'valibot'
import { wholeNumber } from '../../kit/field-rules'
import { NumberField, SelectField, SwitchField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useRefundMutation } from '../refunds/use-refund-mutation'
import { conditionLabels, receiveReturn, type OfficeReturn } from './office-returns'
import { ReturnLines } from './return-lines'

const Controls = chakra('div', {
  base: {
    display: 'grid',
    gap: '.5rem 1rem',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: '6rem 9rem 8rem' },
    alignItems: 'end',
    '& > :last-child': { gridColumn: { base: '1 / -1', md: 'auto' } },
  },
})

const schemaFor = (quantities: readonly number[]) =>
  v.object({
    lines: v.tuple(
      quantities.map((max) =>
        v.object({
          received: wholeNumber('Enter how many arrived.', { max }),
          condition: v.picklist(['as_new', 'opened', 'damaged']),
          restock: v.boolean(),
        }),
      ),
    ),
  })

/** Notes what has arrived of a return, and in which condition. */
export function ReceiveDialog({ sent, onClose }: { sent: OfficeReturn; onClose: () => void }) {
  const toast = useToast()
  const receive = useRefundMutation(receiveReturn)
  const lines = sent.lines.filter(({ decision }) => decision === 'approved')
  const form = useKitForm(schemaFor(lines.map(({ quantity }) => quantity)), {
    defaultValues: {
      lines: lines.map(({ quantity, sealed }) => ({
        received: String(quantity),
        condition: sealed ? ('as_new' as const) : ('opened' as const),
        restock: sealed,
      })),
    },
    onSubmit: (values) =>
      receive.mutateAsync({
        id: sent.id,
        lines: values.lines.flatMap(({ received, condition, restock }, index) => {
          const line = lines[index]?.line
          if (line === undefined) return []
          const arrived = received > 0
          return [
            { line, received, condition: arrived ? condition : null, restock: arrived ? restock : null },
          ]
        }),
      }),
    onSaved: () => {
      toast({ title: 'Success', description: 'The return is noted as received.', status: 'success' })
      onClose()
    },
    failure: 'Failed to save what arrived. Please try again.',
  })
  return (
    <FormDialog
      form={form}
      placement="wide"
      title={`Receive the return for ${sent.orderNumber}`}
      description="Stock moves with the refund."
      submitLabel="Save receipt"
      onClose={onClose}
    >
      <ReturnLines
        lines={lines}
        controlsOf={({ quantity }, index) => (
          <Controls>
            <NumberField {...form.field(`lines.${index}.received`)} label="Arrived" min={0} max={quantity} />
            <SelectField {...form.field(`lines.${index}.condition`)} label="Condition">
              {Object.entries(conditionLabels).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
            <SwitchField {...form.field(`lines.${index}.restock`)} label="Restock" />
          </Controls>
        )}
      />
    </FormDialog>
  )
}
