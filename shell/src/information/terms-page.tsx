import { rateText } from '@shop/pricing'
import { shop, useSettings } from '@shop/settings'
import { returnRules } from '@shop/settings/customer-terms'
import { TextLink } from '@shop/ui'
import { InformationPage, Section } from './information-page'

/** The terms of service. */
export function Component() {
  const { delivery, pricing } = useSettings()
  return (
    <InformationPage
      path="/terms"
      heading="Terms of service"
      lead={`The terms on which you use this shop and buy from ${shop.name}.`}
    >
      <Section title="Who may buy">
        <p>
          This shop carries adult content. You must be {shop.minimumAge} or older to enter it and to buy from
          it. By confirming your age, you declare that you are {shop.minimumAge} or over.
        </p>
      </Section>
      <Section title="Your order">
        <p>
          What you see in the shop is an invitation. By paying you offer to buy what is in your cart. The
          contract is made when we confirm your order; if we cannot accept it, you are not charged, or you are
          refunded in full straight away.
        </p>
        <p>What you order is for your own use and not for resale.</p>
      </Section>
      <Section title="Prices">
        <p>
          Prices are in pounds sterling. Before you pay, the subtotal, VAT at {rateText(pricing.vatRate)},
          delivery and the total are shown separately. The total is what you pay; nothing is added later.
        </p>
      </Section>
      <Section title="Payment">
        <p>Payment is due when you order. We pack your order once the payment has gone through.</p>
      </Section>
      <Section title="Delivery">
        <p>
          We deliver{' '}
          {delivery.coverage === 'uk'
            ? 'to the UK and the Isle of Man only'
            : 'to mainland UK addresses only'}
          . Times and prices are on the <TextLink to="/shipping">shipping information</TextLink> page. Goods
          are your responsibility from the moment you, or someone you named, receive them.
        </p>
      </Section>
      <Section title="Returns and cancellation">
        <p>
          Our <TextLink to="/returns">returns page</TextLink> explains how to cancel, what can be returned and
          how to report a fault. {returnRules.rights}
        </p>
      </Section>
      <Section title="Your account">
        <p>
          You don’t need an account to browse or to buy. If you create one, keep your password to yourself and
          tell us straight away if you think someone else knows it.
        </p>
      </Section>
      <Section title="Our liability">
        <p>
          Nothing in these terms limits what cannot be limited by law, such as our liability for injury caused
          by negligence, for fraud, or for goods that are not as described. Otherwise we are liable for loss
          that either of us could foresee when the contract was made.
        </p>
      </Section>
      <Section title="Law">
        <p>
          The law of England and Wales applies. If you live in Scotland or Northern Ireland, you may also turn
          to the courts there, and you keep the protection of the law where you live.
        </p>
      </Section>
    </InformationPage>
  )
}
