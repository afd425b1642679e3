import { formatPence } from '@shop/pricing'
import { useToast } from '@shop/ui'
import * as v from 'valibot'
import { requiredText } from '../../kit/field-rules'
import { TextareaField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useVoidGiftCard } from './change-gift-cards'
import type { GiftCard } from './list-gift-cards'

const maxReason = 300
const schema = v.object({ reason: requiredText('Say why, for your colleagues.', maxReason) })

/** Asks why a card is voided, and voids it. */
export function VoidDialog({ card, onClose }: { card: GiftCard; onClose: () => void }) {
  const toast = useToast()
  const end = useVoidGiftCard()
  const form = useKitForm(schema, {
    defaultValues: { reason: '' },
    onSubmit: ({ reason }) => end.mutateAsync({ id: card.id, reason }),
    onSaved: () => {
      toast({
        title: 'Void',
        description: `The gift card ending ${card.hint} pays for nothing more.`,
        status: 'success',
      })
      onClose()
    },
    failure: 'Failed to void the gift card. Please try again.',
  })
  return (
    <FormDialog
      form={form}
      title={`Void the card ending ${card.hint}?`}
      description={
        card.balancePence > 0
          ? `Its balance of ${formatPence(card.balancePence)} is lost. This cannot be undone; a new card can be issued instead.`
          : 'It has been spent. Once void, it also receives nothing back from a cancelled order.'
      }
      submitLabel="Void card"
      onClose={onClose}
    >
      <TextareaField
        {...form.field('reason')}
        label="Reason"
        required
        rows={3}
        maxLength={maxReason}
        hint="Kept with the card and in the audit log."
      />
    </FormDialog>
  )
}
