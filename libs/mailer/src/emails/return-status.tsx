import { counted } from '@shop/pricing'
import { customerTerms, returnRules } from '@shop/settings/customer-terms'
import * as v from 'valibot'
import { Facts, Lines, Link, Paragraph } from '../components'
import { nameOf, optionalText, orderNumber } from './fields'
import type { EmailContext, Template } from './template'

const schema = v.object({
  order_number: orderNumber,
  /** Refunded only where a replacement is sent: a refund has an email of its own. */
  state: v.picklist(['requested', 'approved', 'rejected', 'received', 'refunded']),
  /** The number of the order that replaces what came back. */
  replacement: v.nullish(orderNumber),
  /** The note of staff about their decision. */
  note: optionalText,
  items: v.array(
    v.object({
      name: v.string(),
      variant_name: optionalText,
      quantity: v.number(),
      decision: v.nullish(v.picklist(['approved', 'rejected'])),
      received: v.nullish(v.number()),
    }),
  ),
})
type Return = v.InferOutput<typeof schema>

/** Tells of a new state of a return: asked for, approved, rejected, received or exchanged. A refund at its end has an email of its own. */
export const returnStatus: Template = (data, { siteUrl, business }) => {
  const { order_number: number, state, note, items, replacement } = v.parse(schema, data)
  return {
    subject: `Your return for order ${number} ${outcome[state]}`,
    body: (
      <>
        <WhatComesNext state={state} business={business} replacement={replacement} />
        <Facts of={items.map((item) => ({ label: nameOf(item), value: itemOutcome(state, item) }))} />
        {note && noteBefore[state] && <Paragraph>{`${noteBefore[state]}: ${note}`}</Paragraph>}
        {items.some(({ decision }) => decision === 'rejected') && (
          <Paragraph>{`If you disagree, reply to this email. ${returnRules.rights}`}</Paragraph>
        )}
        <Link href={`${siteUrl}/returns`}>About returns and refunds</Link>
      </>
    ),
  }
}

const outcome: Record<Return['state'], string> = {
  requested: 'has reached us',
  approved: 'is approved',
  rejected: 'cannot be accepted',
  received: 'has arrived',
  refunded: 'is exchanged',
}

/** The label of the note about the decision; later emails do not repeat the note. */
const noteBefore: Partial<Record<Return['state'], string>> = {
  approved: 'A note from us',
  rejected: 'What we found',
}

function itemOutcome(
  state: Return['state'],
  { quantity, decision, received }: Return['items'][number],
): string {
  if (decision === 'rejected') return `${counted(quantity, 'item')}: cannot be accepted`
  return state === 'received' ? `${counted(received ?? 0, 'item')} arrived` : counted(quantity, 'item')
}

function WhatComesNext({
  state,
  business,
  replacement,
}: Pick<Return, 'state' | 'replacement'> & Pick<EmailContext, 'business'>) {
  switch (state) {
    case 'requested':
      return (
        <Paragraph>
          {`Thank you for letting us know. A real person looks at every return, and we’ll email you within ${customerTerms.reply}. Please keep the items until then.`}
        </Paragraph>
      )
    case 'approved':
      return (
        <>
          <Paragraph>
            {`Please send the items back within ${String(customerTerms.sendBackDays)} days, well wrapped, and keep your proof of postage.`}
          </Paragraph>
          <Lines of={[business.name, business.address].filter(Boolean)} />
          <Paragraph>
            {`We’ll refund the payment method you used within ${String(customerTerms.refundDays)} days of getting them back.`}
          </Paragraph>
        </>
      )
    case 'rejected':
      return <Paragraph>We’ve looked at your return and are sorry that we can’t accept it.</Paragraph>
    case 'refunded':
      return (
        <Paragraph>
          {`Your replacement is on its way as order ${replacement ?? ''}. What you sent back has paid for it, and its delivery is free. If anything is left, it goes back to the payment method you used.`}
        </Paragraph>
      )
    case 'received':
      return (
        <Paragraph>
          {`Your return has arrived. We’ll refund you within ${String(customerTerms.refundDays)} days and email you when the money is on its way.`}
        </Paragraph>
      )
  }
}
