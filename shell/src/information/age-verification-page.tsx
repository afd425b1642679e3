import { shop, useSettings } from '@shop/settings'
import { TextLink } from '@shop/ui'
import { InformationPage, Section } from './information-page'

/** Explains who may enter the shop and how the age is asked for. */
export function Component() {
  const { scope } = useSettings().ageGate
  return (
    <InformationPage
      path="/age-verification"
      lead={`This shop, and everything in it, is for adults aged ${String(shop.minimumAge)} or over.`}
    >
      <Section title="How we ask">
        <p>
          {scope === 'home' ? 'When you enter by our home page,' : 'Before you enter the shop,'} we ask you to
          confirm that you are {shop.minimumAge} or older. By entering, you confirm you are of legal age and
          accept our <TextLink to="/terms">terms of service</TextLink> and{' '}
          <TextLink to="/privacy">privacy policy</TextLink>.
        </p>
        <p>Your answer stays in your own browser until you close it. It is never sent to us.</p>
      </Section>
      <Section title="If you are younger">
        <p>
          Please leave. We do not sell to anyone under {shop.minimumAge}, and we cancel any order placed by a
          minor.
        </p>
      </Section>
      <Section title="On delivery">
        <p>
          The carrier may ask the person at the door for proof of age. The parcel itself says nothing about
          its contents; see <TextLink to="/discretion">discreet shipping</TextLink>.
        </p>
      </Section>
      <Section title="For parents">
        <p>
          Every page of this shop is labelled as adult content, so that filters on browsers, phones and
          broadband recognise it. You can usually switch them on under family safety or parental controls.
        </p>
      </Section>
    </InformationPage>
  )
}
