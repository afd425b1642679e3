import { customerTerms, returnRules } from '@shop/settings/customer-terms'
import { LinkButton, Flex, TextLink } from '@shop/ui'
import { InformationPage, Section } from './information-page'

const days = (count: number) => `${String(count)} days`

/** Explains which goods can be returned, and how. */
export function Component() {
  return (
    <InformationPage
      path="/returns"
      lead="Our pieces are personal. For everyone’s health we can only accept returns that are unopened or faulty."
    >
      <Section title="Opened items">
        <p>
          {returnRules.opened} Once the seal has been broken, we can only take a piece back if it is faulty.
        </p>
      </Section>
      <Section title="Defects">
        <p>
          {returnRules.defects} Contact us with your order number and tell us what’s wrong; a photo helps.
          We’ll repair, replace or refund it, and we pay the return postage.
        </p>
      </Section>
      <Section title="Changing your mind">
        <p>
          {returnRules.changeOfMind} You don’t need to give a reason. Tell us, send the items back within a
          further {days(customerTerms.sendBackDays)}, and we’ll refund what you paid, standard delivery
          included, within {days(customerTerms.refundDays)} of receiving them. You pay the return postage.
        </p>
      </Section>
      <Section title="Your rights by law">
        <p>
          {returnRules.rights} Goods must be as described, fit for purpose and of satisfactory quality. Our{' '}
          <TextLink to="/warranty">guarantee</TextLink> comes on top of those rights.
        </p>
      </Section>
      <Flex layerStyle="rule" paddingTop="clamp(1.75rem, 3vw, 2.75rem)">
        <LinkButton to="/contact?subject=Return">Contact us about a return</LinkButton>
      </Flex>
    </InformationPage>
  )
}
