import { cleanCode, isEmail, maxEmailLength } from '@shop/settings'
import { toPence } from '@shop/pricing'
import { useToast } from '@shop/ui'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { optionalText } from '../../kit/field-rules'
import { ChipsField, MoneyField, TextareaField, TextField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useIssueGiftCard } from './change-gift-cards'
import { IssuedCode } from './issued-code'

const ways = { email: 'By email', code: 'Show me the code' } as const
const maxMessage = 300

const schema = v.pipe(
  v.object({
    amount: v.pipe(
      v.string(),
      v.transform(cleanCode),
      v.nonEmpty('Please enter an amount.'),
      v.check(
        (text) => /^\d{1,4}(\.\d{1,2})?$/.test(text) && toPence(text) >= 100 && toPence(text) <= 100_000,
        'A gift card holds between £1 and £1,000.',
      ),
    ),
    way: v.picklist(['email', 'code']),
    email: v.pipe(v.string(), v.transform(cleanCode)),
    name: optionalText(100),
    message: optionalText(maxMessage),
  }),
  v.forward(
    v.check(({ way, email }) => way === 'code' || isEmail(email), 'Please enter a valid email.'),
    ['email'],
  ),
)

/** The dialog that issues a gift card: its code goes to somebody by email, or is shown once. */
export function IssueDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const issue = useIssueGiftCard()
  const [key] = useState(() => crypto.randomUUID())
  const [code, setCode] = useState<string | null>(null)
  const form = useKitForm(schema, {
    defaultValues: { amount: '', way: 'email', email: '', name: '', message: '' },
    onSubmit: async ({ amount, way, email, name, message }) => ({
      email,
      code: await issue.mutateAsync({
        key,
        amountPence: toPence(amount),
        recipient: way === 'email' ? { email, name, message } : null,
      }),
    }),
    onSaved: (issued) => {
      if (issued.code !== null) {
        setCode(issued.code)
        return
      }
      toast({
        title: 'Issued',
        description: `The gift card is on its way to ${issued.email}.`,
        status: 'success',
      })
      onClose()
    },
    failure: 'Failed to issue the gift card. Please try again.',
  })
  const way = useWatch({ control: form.control, name: 'way' })
  if (code !== null) return <IssuedCode code={code} onClose={onClose} />
  return (
    <FormDialog
      form={form}
      title="Issue gift card"
      description="Valid for 24 months from today. No VAT is due until it is spent."
      submitLabel={way === 'email' ? 'Issue and send' : 'Issue and show the code'}
      onClose={onClose}
    >
      <MoneyField
        {...form.field('amount')}
        label="Amount"
        required
        min={1}
        max={1000}
        hint="From £1 to £1,000."
      />
      <ChipsField {...form.field('way')} label="How does it get there?" choices={ways} />
      {way === 'email' && (
        <>
          <TextField
            {...form.field('email')}
            type="email"
            label="Recipient’s email"
            required
            maxLength={maxEmailLength}
            autoComplete="off"
            hint="The code is in the email alone: nobody else sees it, not even you."
          />
          <TextField
            {...form.field('name')}
            label="Recipient’s name"
            optional
            maxLength={100}
            autoComplete="off"
          />
          <TextareaField
            {...form.field('message')}
            label="Message"
            optional
            rows={3}
            maxLength={maxMessage}
            hint="Without web addresses or phone numbers."
          />
        </>
      )}
    </FormDialog>
  )
}
