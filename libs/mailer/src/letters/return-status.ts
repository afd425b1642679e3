import * as v from 'valibot'
import type { Block, Describe, LetterContext } from './description'
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

/** News of a return: asked for, approved, rejected or received. The refund at its end has a letter of its own. */
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
        ? [paragraph('If you disagree, reply to this email. Your statutory rights are not affected.')]
        : []),
      { kind: 'link', label: 'Returns', href: `${context.siteUrl}/returns` },
    ],
  }
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
const pieces = (count: number) => `${String(count)} ${count === 1 ? 'piece' : 'pieces'}`
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

const stateText: Record<Return['state'], (context: LetterContext) => Block[]> = {
  requested: () => [
    paragraph(
      'Thank you for telling us. We look at every return ourselves and write to you, usually within two working days. Please keep the goods until then.',
    ),
  ],
  approved: ({ business: { name, address } }) => [
    paragraph('Please send the goods back within 14 days, well wrapped, and keep the proof of posting.'),
    { kind: 'lines', lines: [name, address].filter(Boolean) },
    paragraph('We refund you within 14 days of getting them back, by the means of payment you used.'),
  ],
  rejected: () => [paragraph('We have looked at your return and cannot accept it.')],
  received: () => [
    paragraph(
      'Your parcel has arrived. We refund you within 14 days and write to you when the money is on its way.',
    ),
  ],
}
