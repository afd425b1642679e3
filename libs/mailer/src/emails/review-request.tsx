import * as v from 'valibot'
import { Button, Lines, Paragraph } from '../components'
import { nameOf, optionalText, orderNumber, token } from './fields'
import type { Template } from './template'

const schema = v.object({
  order_number: orderNumber,
  token,
  items: v.array(v.object({ name: v.string(), variant_name: optionalText })),
})

/** Two weeks after delivery: what the buyer thinks of each thing. */
export const reviewRequest: Template = (data, { siteUrl }) => {
  const { order_number: number, token, items } = v.parse(schema, data)
  return {
    subject: `What do you think of your order ${number}?`,
    heading: 'What do you think of it?',
    body: (
      <>
        <Paragraph>
          You’ve had your order for two weeks. If you’d like to, tell others what you think: good or bad, in
          as many words as you like.
        </Paragraph>
        <Lines of={items.map(nameOf)} />
        <Button href={`${siteUrl}/review?token=${token}`}>Write a review</Button>
        <Paragraph>
          We read every review before publishing it, under the name you choose. We ask only once: if you’d
          rather not, you won’t hear from us about it again.
        </Paragraph>
      </>
    ),
  }
}
