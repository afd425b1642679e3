import { LinkButton, Flex, TextLink } from '@shop/ui'
import { InformationPage, Section } from './information-page'

/** What can be returned, what cannot, and how. */
export function Component() {
  return (
    <InformationPage
      path="/returns"
      lead="Our objects are personal. For everyone's health we take back only what has stayed sealed, or what is not as it should be."
    >
      <Section title="Opened items">
        <p>
          No returns on opened items. Once the seal of an object has been broken, it cannot be taken back for
          reasons of health and hygiene, unless it is faulty.
        </p>
      </Section>
      <Section title="Defects">
        <p>
          Defects must be reported within 7 days of delivery. Write to us with your order number and a few
          words about what is wrong; a photograph helps. We then repair, replace or refund, and we pay for the
          way back.
        </p>
      </Section>
      <Section title="Changing your mind">
        <p>
          You may cancel within 14 days of delivery without giving a reason, as long as the seal is unbroken.
          Tell us, send the goods back within a further 14 days, and we refund what you paid, standard
          delivery included, within 14 days of their arrival. The cost of sending them back is yours.
        </p>
      </Section>
      <Section title="Your rights by law">
        <p>
          Your statutory rights are not affected by anything on this page. Goods must be as described, fit for
          purpose and of satisfactory quality; more about that under{' '}
          <TextLink to="/warranty">warranty</TextLink>.
        </p>
      </Section>
      <Flex layerStyle="rule" paddingTop="clamp(1.75rem, 3vw, 2.75rem)">
        <LinkButton to="/contact?subject=Return">Write to us about a return</LinkButton>
      </Flex>
    </InformationPage>
  )
}
