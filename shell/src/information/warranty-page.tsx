import { Flex, LinkButton, TextLink } from '@shop/ui'
import { InformationPage, Section } from './information-page'

/** What the house answers for after the sale. */
export function Component() {
  return (
    <InformationPage
      path="/warranty"
      lead="A well made thing should last. If one of ours does not, we want to know, and we put it right."
    >
      <Section title="What is covered">
        <p>
          Faults of material and of making: a motor that stops, a seam that opens, a glaze that lifts. We
          repair the piece, replace it or refund it.
        </p>
      </Section>
      <Section title="What is not">
        <ul>
          <li>Ordinary wear, such as a softened nap or a patina on brass.</li>
          <li>Damage by use or care other than the object's own page describes.</li>
          <li>Candles, oils and other things that are used up, once they have been used.</li>
        </ul>
      </Section>
      <Section title="How to claim">
        <p>
          Write to us with your order number, what happened and, if you can, a photograph. A defect that shows
          on arrival must be reported within 7 days of delivery. We reply within 1-2 business days and tell
          you how to send the piece back. Please clean it first and wrap it well.
        </p>
      </Section>
      <Section title="Your rights by law">
        <p>
          Under the Consumer Rights Act 2015 goods must be as described, fit for purpose and of satisfactory
          quality. You may reject faulty goods within 30 days, and ask for repair or replacement after that.
          Your statutory rights are not affected by anything on this page or under{' '}
          <TextLink to="/returns">returns</TextLink>.
        </p>
      </Section>
      <Flex layerStyle="rule" paddingTop="clamp(1.75rem, 3vw, 2.75rem)">
        <LinkButton to="/contact?subject=Warranty">Report a fault</LinkButton>
      </Flex>
    </InformationPage>
  )
}
