import { carriers } from '@shop/settings/carriers'
import { useToast } from '@shop/ui'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { none, optionalCode, optionalText } from '../../kit/field-rules'
import { SelectField, TextField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { parcelStatuses, useChangeParcel, type Shipment } from './order-shipments'
import { parcelLabel } from './parcel-words'

const other = 'other'

const schema = v.pipe(
  v.object({
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
    v.check(({ carrier, otherCarrier }) => carrier !== other || otherCarrier !== null, 'Enter the carrier.'),
    ['otherCarrier'],
  ),
)

interface ShipmentFormProps {
  order: { id: string; shippingMethod: string | null }
  /** Undefined adds a parcel. */
  shipment?: Shipment
  onClose: () => void
}

/** The dialog that adds or changes a parcel. Mount it anew for another one. */
export function ShipmentForm({ order, shipment, onClose }: ShipmentFormProps) {
  const toast = useToast()
  const change = useChangeParcel()
  const carrier = shipment?.carrier ?? null
  const isListed = carrier !== null && carriers.includes(carrier)
  const form = useKitForm(schema, {
    defaultValues: {
      carrier: isListed ? carrier : carrier !== null ? other : shipment ? none : 'Royal Mail',
      otherCarrier: isListed ? '' : (carrier ?? ''),
      trackingNumber: shipment?.trackingNumber ?? '',
      estimatedDelivery: shipment?.estimatedDelivery ?? '',
      status: parcelStatuses.find((status) => status === shipment?.status) ?? 'shipped',
    },
    onSubmit: (values) =>
      change.mutateAsync({
        kind: 'shipment',
        orderId: order.id,
        shippingMethod: order.shippingMethod,
        id: shipment?.id,
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
        shipment ? undefined : 'Once it is sent, the order is marked as shipped and the buyer gets an email.'
      }
      submitLabel={shipment ? 'Save Changes' : 'Add shipment'}
      onClose={onClose}
    >
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
