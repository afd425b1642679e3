import { cleanCode } from '@shop/settings'
import { carriers } from '@shop/settings/carriers'
import { Stack, Text, useToast } from '@shop/ui'
import { useWatch } from 'react-hook-form'
import type { OrderItem } from '@shop/pricing/order-contents'
import * as v from 'valibot'
import { none, optionalCode, optionalText } from '../../kit/field-rules'
import { NumberField, SelectField, TextField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { parcelStatuses, useChangeParcel, type ParcelLine, type Shipment } from './order-shipments'
import { parcelLabel } from './parcel-words'

const other = 'other'

/** @param remaining what may go into a new parcel; none of it is asked for a parcel that is changed */
const shipmentSchema = (remaining: readonly ParcelLine[]) =>
  v.pipe(
    v.object({
      lines: v.tuple(
        remaining.map(({ quantity }) =>
          v.pipe(
            v.string(),
            v.transform(cleanCode),
            v.regex(/^\d{0,6}$/, 'Enter a whole number.'),
            v.transform(Number),
            v.maxValue(quantity, `At most ${String(quantity)} left.`),
          ),
        ),
      ),
      carrier: v.string(),
      otherCarrier: optionalText(120),
      trackingNumber: optionalCode(120),
      estimatedDelivery: v.pipe(
        v.string(),
        v.check((text) => text === '' || /^\d{4}-\d\d-\d\d$/.test(text), 'Enter a day, such as 24/12/2026.'),
        v.transform((text) => text || null),
      ),
      status: v.picklist(parcelStatuses),
    }),
    v.forward(
      v.check(
        ({ carrier, otherCarrier }) => carrier !== other || otherCarrier !== null,
        'Enter the carrier.',
      ),
      ['otherCarrier'],
    ),
    v.forward(
      v.check(
        ({ lines }) => lines.length === 0 || lines.some((quantity) => quantity > 0),
        'Choose what is in the parcel.',
      ),
      ['lines', 0],
    ),
  )

interface ShipmentFormProps {
  order: { id: string; items: readonly OrderItem[] }
  /** Undefined adds a parcel. */
  shipment?: Shipment
  /** What is left to send, for a new parcel. */
  remaining?: readonly ParcelLine[]
  onClose: () => void
}

/** The dialog that adds or changes a parcel. Mount it anew for another one. */
export function ShipmentForm({ order, shipment, remaining = [], onClose }: ShipmentFormProps) {
  const toast = useToast()
  const change = useChangeParcel()
  const carrier = shipment?.carrier ?? null
  const isListed = carrier !== null && carriers.includes(carrier)
  const form = useKitForm(shipmentSchema(remaining), {
    defaultValues: {
      lines: remaining.map(({ quantity }) => String(quantity)),
      carrier: isListed ? carrier : carrier !== null ? other : shipment ? none : 'Royal Mail',
      otherCarrier: isListed ? '' : (carrier ?? ''),
      trackingNumber: shipment?.trackingNumber ?? '',
      estimatedDelivery: shipment?.estimatedDelivery ?? '',
      status: parcelStatuses.find((status) => status === shipment?.status) ?? 'shipped',
    },
    onSubmit: (values) =>
      change.mutateAsync({
        ...(shipment
          ? { kind: 'shipment', id: shipment.id }
          : {
              kind: 'new shipment',
              orderId: order.id,
              lines: remaining.flatMap(({ line }, place) => {
                const quantity = values.lines[place] ?? 0
                return quantity > 0 ? [{ line, quantity }] : []
              }),
            }),
        fields: {
          carrier:
            values.carrier === other ? values.otherCarrier : values.carrier === none ? null : values.carrier,
          tracking_number: values.trackingNumber,
          estimated_delivery: values.estimatedDelivery,
          status: values.status,
        },
      }),
    onSaved: () => {
      toast({
        title: 'Success',
        description: `Shipment ${shipment ? 'updated' : 'added'} successfully.`,
        status: 'success',
      })
      onClose()
    },
    failure: 'Failed to save the shipment. Please try again.',
  })
  const chosen = useWatch({ control: form.control, name: 'carrier' })
  return (
    <FormDialog
      form={form}
      title={shipment ? 'Edit shipment' : 'Add shipment'}
      description={
        shipment
          ? undefined
          : 'Once it is sent, the buyer gets an email that names what is in it. The order is marked as shipped when all of it is sent.'
      }
      submitLabel={shipment ? 'Save Changes' : 'Add shipment'}
      onClose={onClose}
    >
      {remaining.length > 0 && (
        <div role="group" aria-label="In this parcel">
          <Text textStyle="small" fontWeight={500} marginBottom=".6rem">
            In this parcel
          </Text>
          <Stack gap=".75rem">
            {remaining.map(({ line, quantity }, place) => (
              <NumberField
                key={line}
                {...form.field(`lines.${place}`)}
                label={order.items[line]?.name ?? 'Item'}
                hint={`${String(quantity)} left to send`}
                min={0}
                max={quantity}
              />
            ))}
          </Stack>
        </div>
      )}
      <SelectField {...form.field('carrier')} label="Carrier">
        {shipment && <option value={none}>None</option>}
        {carriers.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
        <option value={other}>Another carrier</option>
      </SelectField>
      {chosen === other && (
        <TextField {...form.field('otherCarrier')} label="Name of the carrier" required maxLength={120} />
      )}
      <TextField
        {...form.field('trackingNumber')}
        label="Tracking number"
        optional
        maxLength={120}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField {...form.field('estimatedDelivery')} type="date" label="Estimated delivery" optional />
      <SelectField {...form.field('status')} label="Status">
        {parcelStatuses.map((status) => (
          <option key={status} value={status}>
            {parcelLabel(status)}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
