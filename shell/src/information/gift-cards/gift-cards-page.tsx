import { LinkButton } from '@shop/ui'
import { InformationPage, Section } from '../information-page'
import { GiftCardForm } from './gift-card-form'

/** Gift cards: bought here and sent by e-mail, or ordered by post. */
export function Component() {
  return (
    <InformationPage
      path="/gift-cards"
      lead="A gift that says nothing on the outside. Sent by e-mail as soon as it is paid, or written by hand on request."
    >
      <Section title="By e-mail">
        <GiftCardForm />
      </Section>
      <Section title="How it works">
        <p>
          You choose an amount and pay. The code goes by e-mail to you, or to the person the card is meant
          for, with a line of your own. It pays for orders here until it is used up, and is good for 24
          months.
        </p>
        <p>
          No VAT is added: it is part of what the card later pays for. You may cancel within 14 days as long
          as nothing was paid with the card.
        </p>
      </Section>
      <Section title="By letter instead">
        <p>
          Write to us with the amount, the name that shall stand on the card and, if you like, a line of your
          own. We reply within 1-2 business days with everything else, and send it in a plain, unmarked
          envelope, to you or to the person it is meant for, anywhere we deliver within the UK. You pay
          nothing before that.
        </p>
        <LinkButton variant="quiet" to="/contact?subject=Gift%20card">
          Ask for a gift card
        </LinkButton>
      </Section>
      <Section title="Who may receive one">
        <p>Adults only: whoever gives and whoever redeems a card must be 18 or older.</p>
      </Section>
    </InformationPage>
  )
}
