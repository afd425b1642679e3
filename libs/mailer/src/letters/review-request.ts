import * as v from 'valibot'
import type { Describe } from './description'
import { optionalText, orderNumber } from './fields'

const schema = v.object({
  order_number: orderNumber,
  // The database's format; nothing else may be part of a link.
  token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,200}$/)),
  items: v.array(v.object({ name: v.string(), variant_name: optionalText })),
})

/** Two weeks after delivery: what the buyer thinks of each thing. */
export const describeReviewRequest: Describe = (data, { siteUrl }) => {
  const { order_number: number, token, items } = v.parse(schema, data)
  return {
    subject: `What do you think of your order ${number}?`,
    heading: 'What do you think of it?',
    blocks: [
      {
        kind: 'paragraph',
        text: 'You have had your order for two weeks. If you like, tell others what you think of it: good or bad, in as many words as you please.',
      },
      {
        kind: 'lines',
        lines: items.map(({ name, variant_name: variant }) => (variant ? `${name}, ${variant}` : name)),
      },
      { kind: 'link', label: 'Write a review', href: `${siteUrl}/review?token=${token}` },
      {
        kind: 'paragraph',
        text: 'We read every review before it is shown, and show it under the name you choose. We ask once: if you do not answer, you will not hear from us about it again.',
      },
    ],
  }
}
