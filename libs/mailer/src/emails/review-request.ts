import * as v from 'valibot'
import type { Describe } from '../paper'
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
        text: 'You’ve had your order for two weeks. If you’d like to, tell others what you think: good or bad, in as many words as you like.',
      },
      {
        kind: 'lines',
        lines: items.map(({ name, variant_name: variant }) => (variant ? `${name}, ${variant}` : name)),
      },
      { kind: 'button', label: 'Write a review', href: `${siteUrl}/review?token=${token}` },
      {
        kind: 'paragraph',
        text: 'We read every review before publishing it, under the name you choose. We ask only once: if you’d rather not, you won’t hear from us about it again.',
      },
    ],
  }
}
