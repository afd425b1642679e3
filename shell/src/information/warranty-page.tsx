import { customerTerms, returnRules } from '@shop/settings/customer-terms'
import { Flex, LinkButton, TextLink } from '@shop/ui'
import { InformationPage, Section } from './information-page'

/** Explains the guarantee, its length, and how to claim. */
export function Component() {
  return (
    <InformationPage
      path="/warranty"
      lead={`Everything we sell is guaranteed for ${String(customerTerms.guaranteeYears)} years. If something isn’t right, we want to know, and we’ll put it right.`}
    >
      <Section title="What is covered">
        <p>
          Faults in materials or workmanship for {customerTerms.guaranteeYears} years from delivery: a motor
          that stops, a seam that opens, a glaze that lifts. We’ll repair the piece, replace it or refund it.
        </p>
      </Section>
      <Section title="What is not covered">
        <ul>
          <li>Ordinary wear, such as a softened nap or a patina on brass.</li>
          <li>Damage from use or care that doesn’t follow the instructions on the product page.</li>
          <li>Consumables such as candles and oils, once opened.</li>
        </ul>
      </Section>
      <Section title="How to claim">
        <p>
          Contact us with your order number, what happened and, if you can, a photo. If it arrived faulty,
          please tell us within {customerTerms.reportDays} days of delivery. We reply within{' '}
          {customerTerms.reply} and tell you how to send the piece back. Please clean it first and wrap it
          well.
        </p>
      </Section>
      <Section title="Your rights by law">
        <p>
          Under the Consumer Rights Act 2015 goods must be as described, fit for purpose and of satisfactory
          quality. You may reject faulty goods within {customerTerms.rejectDays} days, and ask for a repair or
          replacement after that. {returnRules.rights} Read more about{' '}
          <TextLink to="/returns">returns</TextLink>.
        </p>
      </Section>
      <Flex layerStyle="rule" paddingTop="clamp(1.75rem, 3vw, 2.75rem)">
        <LinkButton to="/contact?subject=Warranty">Report a fault</LinkButton>
      </Flex>
    </InformationPage>
  )
}
