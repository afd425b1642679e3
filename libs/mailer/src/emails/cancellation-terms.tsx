import type { Settings } from '@shop/settings'
import { customerTerms, returnRules } from '@shop/settings/customer-terms'
import { Heading, Lines, Link, Paragraph } from '../components'

const days = (count: number) => `${String(count)} days`

/**
 * The right to cancel, and the form for it: Consumer Contracts (Information, Cancellation and Additional Charges)
 * Regulations 2013, regulations 28(3)(a), 29 to 36 and Schedule 3, Part B (the form, word for word).
 */
export function CancellationTerms({
  business: { name, address, email },
  siteUrl,
}: {
  business: Settings['business']
  siteUrl: string
}) {
  const window = days(customerTerms.cancelDays)
  return (
    <>
      <Heading>Your right to cancel</Heading>
      <Paragraph>
        {`You may cancel this contract within ${window} without giving a reason. The ${window} begin on the day after you, or someone you named, receive the goods, or the last of them.`}
      </Paragraph>
      <Paragraph>
        {`To cancel, tell us clearly before the ${window} end, for example by email${email ? ` to ${email}` : ''} or with the form below, which is optional. Send the goods back within ${days(customerTerms.sendBackDays)} of telling us; you pay the return postage. We refund what you paid, standard delivery included, to the payment method you used, within ${days(customerTerms.refundDays)} of getting the goods back or proof that you sent them. We may deduct for loss in value from handling beyond what is needed to see what the goods are.`}
      </Paragraph>
      <Paragraph>
        Sealed goods that are not suitable for return for reasons of health protection or hygiene cannot be
        returned under this right once they have been unsealed after delivery.
      </Paragraph>
      <Paragraph>
        {`${returnRules.rights} Goods must be as described, fit for purpose and of satisfactory quality.`}
      </Paragraph>
      <Link href={`${siteUrl}/returns`}>Returns</Link>
      <Heading>Model cancellation form</Heading>
      <Paragraph>{`To ${[name, address, email].filter(Boolean).join(', ')}:`}</Paragraph>
      <Paragraph>
        I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods
        [*]/for the supply of the following service [*],
      </Paragraph>
      <Lines
        of={[
          'Ordered on [*]/received on [*],',
          'Name of consumer(s),',
          'Address of consumer(s),',
          'Signature of consumer(s) (only if this form is notified on paper),',
          'Date',
        ]}
      />
      <Paragraph>[*] Delete as appropriate</Paragraph>
    </>
  )
}
