import { promises, returnRules } from '@shop/settings/promises'
import * as v from 'valibot'
import type { Block, Describe, EmailContext } from '../paper'
import { optionalText, orderNumber } from './fields'

const schema = v.object({
  order_number: orderNumber,
  state: v.picklist(['requested', 'approved', 'rejected', 'received']),
  /** What staff write about their decision. */
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

/** News of a return: asked for, approved, rejected or received. The refund at its end has an email of its own. */
export const describeReturnStatus: Describe = (data, context) => {
  const sent = v.parse(schema, data)
  const heading = `Your return for order ${sent.order_number} ${outcome[sent.state]}`
  return {
    subject: heading,
    heading,
    blocks: [
      ...stateText[sent.state](context),
      {
        kind: 'facts',
        facts: sent.items.map((item) => ({ label: nameOf(item), value: fate(sent.state, item) })),
      },
      ...(sent.note ? [{ kind: 'paragraph' as const, text: `What we found: ${sent.note}` }] : []),
      ...(sent.items.some(({ decision }) => decision === 'rejected')
        ? [paragraph(`If you disagree, reply to this email. ${returnRules.rights}`)]
        : []),
      { kind: 'link', label: 'About returns and refunds', href: `${context.siteUrl}/returns` },
    ],
  }
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
const pieces = (count: number) => `${String(count)} ${count === 1 ? 'item' : 'items'}`
const nameOf = ({ name, variant_name: variant }: Return['items'][number]) =>
  variant ? `${name}, ${variant}` : name

const outcome: Record<Return['state'], string> = {
  requested: 'has reached us',
  approved: 'is approved',
  rejected: 'cannot be accepted',
  received: 'has arrived',
}

function fate(state: Return['state'], { quantity, decision, received }: Return['items'][number]): string {
  if (decision === 'rejected') return `${pieces(quantity)}: cannot be accepted`
  return state === 'received' ? `${pieces(received ?? 0)} arrived` : pieces(quantity)
}

const stateText: Record<Return['state'], (context: EmailContext) => Block[]> = {
  requested: () => [
    paragraph(
      `Thank you for letting us know. A real person looks at every return, and we’ll email you within ${promises.reply}. Please keep the items until then.`,
    ),
  ],
  approved: ({ business: { name, address } }) => [
    paragraph(
      `Please send the items back within ${String(promises.sendBackDays)} days, well wrapped, and keep your proof of postage.`,
    ),
    { kind: 'lines', lines: [name, address].filter(Boolean) },
    paragraph(
      `We’ll refund the payment method you used within ${String(promises.refundDays)} days of getting them back.`,
    ),
  ],
  rejected: () => [paragraph('We’ve looked at your return and are sorry that we can’t accept it.')],
  received: () => [
    paragraph(
      `Your return has arrived. We’ll refund you within ${String(promises.refundDays)} days and email you when the money is on its way.`,
    ),
  ],
}
