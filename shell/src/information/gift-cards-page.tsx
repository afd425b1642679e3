import { Flex, LinkButton } from '@shop/ui'
import { InformationPage, Section } from './information-page'

/** Gift cards are made to order by letter; nothing is sold here. */
export function Component() {
  return (
    <InformationPage
      path="/gift-cards"
      heading="Gift cards"
      lead="A gift that says nothing on the outside. Our gift cards are written by hand, on request."
    >
      <Section title="How it works">
        <p>
          Write to us with the amount, the name that shall stand on the card and, if you like, a line of your own. We reply within
          1-2 business days with everything else. You pay nothing before that.
        </p>
      </Section>
      <Section title="How it arrives">
        <p>In a plain, unmarked envelope, to you or to the person it is meant for, anywhere we deliver within the UK.</p>
      </Section>
      <Section title="Who may receive one">
        <p>Adults only: whoever gives and whoever redeems a card must be 18 or older.</p>
      </Section>
      <Flex layerStyle="rule" paddingTop="clamp(1.75rem, 3vw, 2.75rem)">
        <LinkButton to="/contact?subject=Gift%20card">Ask for a gift card</LinkButton>
      </Flex>
    </InformationPage>
  )
}
