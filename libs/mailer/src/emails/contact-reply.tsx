import { londonDay } from '@shop/pricing'
import { withoutLinks } from '@shop/settings'
import * as v from 'valibot'
import { Button, Heading, Lines, linesOf, Paragraph, Quote } from '../components'
import { moment } from './fields'
import type { Template } from './template'

const schema = v.object({
  text: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  // Entered on the contact page, together with any address.
  question: v.pipe(v.string(), v.transform(withoutLinks)),
  subject: v.pipe(v.string(), v.transform(withoutLinks)),
  asked_at: moment,
})

/** The answer of staff to a message, with the message quoted below it. */
export const contactReply: Template = (data, { siteUrl }) => {
  const { text, question, subject, asked_at: at } = v.parse(schema, data)
  return {
    subject: 'Our reply to your message',
    body: (
      <>
        <Lines of={linesOf(text)} />
        <Button href={`${siteUrl}/contact`}>Reply on our contact page</Button>
        <Heading>Your message</Heading>
        <Paragraph>{`You wrote on ${londonDay(at)}${subject ? `, about “${subject}”` : ''}:`}</Paragraph>
        <Quote>{question || '[left out]'}</Quote>
      </>
    ),
  }
}
