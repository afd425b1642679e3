import { shop } from '@shop/settings'
import { customerTerms } from '@shop/settings/customer-terms'
import { LinkButton } from '@shop/ui'
import { InformationPage, Section } from '../information-page'
import { GiftCardForm } from './gift-card-form'

/** Gift cards: bought here and sent by email, or ordered by post. */
export function Component() {
  return (
    <InformationPage
      path="/gift-cards"
      lead="A gift that says nothing on the outside. Sent by email as soon as you’ve paid, or handwritten on request."
    >
      <Section title="By email">
        <GiftCardForm />
      </Section>
      <Section title="How it works">
        <p>
          Choose an amount and pay. We email the code to you, or to the person the card is for, with a message
          of your own. It can be used for as many orders as its balance covers, and is valid for{' '}
          {customerTerms.giftCardMonths} months.
        </p>
        <p>
          We don’t add VAT to gift cards; it’s included in whatever you buy with them. You may cancel within{' '}
          {customerTerms.cancelDays} days, provided the card hasn’t been used.
        </p>
      </Section>
      <Section title="By post instead">
        <p>
          Send us the amount, the name to go on the card and, if you like, a short message. We’ll reply within{' '}
          {customerTerms.reply} with payment details, and post it in a plain, unmarked envelope, to you or to
          the person it is for, anywhere in the UK we deliver to. You pay nothing until then.
        </p>
        <LinkButton variant="quiet" to="/contact?subject=Gift%20card">
          Ask for a gift card
        </LinkButton>
      </Section>
      <Section title="Who can receive one">
        <p>Adults only: both giver and recipient must be {shop.minimumAge} or over.</p>
      </Section>
    </InformationPage>
  )
}
