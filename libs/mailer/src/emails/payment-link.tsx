import { formatPence } from '@shop/pricing'
import { withoutLinks } from '@shop/settings'
import * as v from 'valibot'
import { Button, Facts, Heading, Lines, Paragraph } from '../components'
import { moment, money, optionalText, token } from './fields'
import { addressLines, orderEntries } from './order-fields'
import { amounts, Items } from './order-parts'
import type { Template } from './template'

const schema = v.object({
  ...orderEntries,
  token,
  first_name: optionalText,
  expires_at: moment,
  /** Of an exchange: what the goods that came back pay of it. */
  returned_amount: v.nullish(money),
})

const until = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
})

/** For the customer of a draft order or a dearer exchange: what staff have put together for them, and the link to pay for it. */
export const paymentLink: Template = (data, { siteUrl, business }) => {
  const draft = v.parse(schema, data)
  const first = withoutLinks(draft.first_name)
  const returned = draft.returned_amount ?? 0
  const due = formatPence(draft.total - returned, draft.currency)
  return {
    subject: 'Your order is ready to be paid',
    heading: first ? `Your order is ready, ${first}` : 'Your order is ready',
    body: (
      <>
        <Paragraph>
          {`We have put your order together at ${business.name}. Please check it and pay; we send it once it is paid.`}
        </Paragraph>
        <Button href={`${siteUrl}/checkout/link?session=${draft.token}`}>{`Pay ${due}`}</Button>
        <Paragraph>
          {`The link is open until ${until.format(draft.expires_at)}. Until then we keep everything for you at this price. Anyone who has the link sees your order, so please keep it to yourself.`}
        </Paragraph>
        <Items order={draft} />
        <Facts
          of={[
            ...amounts(draft),
            ...(returned > 0
              ? [
                  { label: 'Paid by what you sent back', value: `−${formatPence(returned, draft.currency)}` },
                  { label: 'To pay', value: due, isTotal: true },
                ]
              : []),
          ]}
        />
        <Heading>Delivering to</Heading>
        <Lines of={addressLines(draft.shipping_address)} />
        <Paragraph>
          {`${draft.shipping_method ? `Delivery method: ${draft.shipping_method}. ` : ''}Is something not right? Just answer this email before you pay.`}
        </Paragraph>
      </>
    ),
  }
}
