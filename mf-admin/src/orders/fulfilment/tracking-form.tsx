import { useServerTime } from '@shop/supabase'
import { useToast } from '@shop/ui'
import * as v from 'valibot'
import { optionalText, requiredText } from '../../kit/field-rules'
import { SelectField, TextField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { fromLondonInput, londonInput } from '../../kit/london-time'
import { parcelStatuses, useChangeParcel, type TrackingEvent } from './order-shipments'
import { parcelLabel } from './parcel-words'

const schema = v.object({
  status: v.picklist(parcelStatuses),
  description: requiredText('Say what happened.', 500),
  location: optionalText(200),
  at: v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d/, 'Enter day and time.'),
    v.transform((text) => fromLondonInput(text.slice(0, 16))),
  ),
})

interface TrackingFormProps {
  shipmentId: string
  /** Undefined adds an entry. */
  event?: TrackingEvent
  onClose: () => void
}

/** The dialog that adds or corrects an entry of a parcel's tracking. Mount it anew for another one. */
export function TrackingForm({ shipmentId, event, onClose }: TrackingFormProps) {
  const toast = useToast()
  const change = useChangeParcel()
  const { now } = useServerTime()
  const form = useKitForm(schema, {
    defaultValues: {
      status: parcelStatuses.find((status) => status === event?.status) ?? 'in_transit',
      description: event?.description ?? '',
      location: event?.location ?? '',
      at: londonInput(event?.at ?? now()),
    },
    onSubmit: ({ status, description, location, at }) =>
      change.mutateAsync({
        kind: 'event',
        shipmentId,
        id: event?.id,
        fields: { status, description, location, occurred_at: at.toISOString() },
      }),
    onSaved: () => {
      toast({
        title: 'Success',
        description: `Tracking ${event ? 'corrected' : 'added'} successfully.`,
        status: 'success',
      })
      onClose()
    },
    failure: 'Failed to save the tracking. Please try again.',
  })
  return (
    <FormDialog
      form={form}
      title={event ? 'Correct tracking' : 'Add tracking'}
      description="The buyer sees it on their tracking page."
      submitLabel={event ? 'Save Changes' : 'Add tracking'}
      onClose={onClose}
    >
      <SelectField {...form.field('status')} label="Status">
        {parcelStatuses.map((status) => (
          <option key={status} value={status}>
            {parcelLabel(status)}
          </option>
        ))}
      </SelectField>
      <TextField {...form.field('description')} label="What happened" required maxLength={500} />
      <TextField {...form.field('location')} label="Place" optional maxLength={200} />
      <TextField
        {...form.field('at')}
        type="datetime-local"
        label="Day and time"
        required
        hint="As London’s clocks show it."
      />
    </FormDialog>
  )
}
