import { useSettings } from '@shop/settings'
import { chakra, TextLink } from '@shop/ui'
import { InformationPage, Section } from './information-page'

/** Explains which data the shop stores about a visitor, why, and their rights. */
export function Component() {
  const { business, privacy } = useSettings()
  return (
    <InformationPage
      path="/privacy"
      lead="We keep what we need for your order, and as little else as we can. Here is what that is, and what you can ask of us."
      note="Last updated January 2024"
    >
      <Section title="Information we collect">
        <ul>
          <li>
            <strong>When you order:</strong> your name, email address, delivery and billing address, phone
            number if you give one, and what you bought.
          </li>
          <li>
            <strong>When you create an account:</strong> your name, your email address and your password,
            which we store only in protected form.
          </li>
          <li>
            <strong>When you contact us:</strong> your name, email address and message.
          </li>
          <li>
            <strong>When you ask us to email you when something is back:</strong> your email address, until a
            week after that one email, and for six months at most.
          </li>
          <li>
            <strong>When you use the wishlist:</strong> the products on it, with your account if you are
            signed in.
          </li>
          <li>
            <strong>In your own browser:</strong> a random number that belongs to your cart, your wishlist
            while you are not signed in, your sign-in, your light or dark preference, and, until you close the
            browser, that you confirmed your age.
          </li>
          <li>
            <strong>On your device only:</strong> the last twelve pieces you looked at, until you press
            “Clear” beside them, and the pages you visited, so that you can read them offline.
          </li>
          <li>
            <strong>When something on a page fails:</strong> the kind of page and the name of our script,
            without anything about you.
          </li>
          {privacy.measureSpeed === 'on' && (
            <li>
              <strong>How fast our pages were:</strong> times and the kind of page, without anything about you
              or your device, and not at all where your browser asks not to be tracked.
            </li>
          )}
        </ul>
        <p>We use no advertising cookies and no third-party trackers.</p>
      </Section>
      <Section title="How we use it">
        <ul>
          <li>To take, deliver and, where needed, take back your order.</li>
          <li>To email you about that order, and to answer your messages.</li>
          <li>To keep the records the law requires.</li>
          <li>To protect the shop and its customers from misuse.</li>
        </ul>
        <p>We don’t build profiles, and we make no automated decisions about you.</p>
      </Section>
      <Section title="Sharing">
        <p>
          We never sell your information. We share only what others need to do their part: your name and
          address with the carrier, the amount with the payment service, and the data itself with the company
          that hosts it for us, under contract and on our instructions. We give information to authorities
          only where the law requires it.
        </p>
      </Section>
      <Section title="Security">
        <p>
          Connections to the shop are encrypted. Only you and the staff who handle your order can see it. We
          never receive or store full card numbers.
        </p>
      </Section>
      <Section title="Your rights">
        <p>Under UK data protection law you may ask us at any time to:</p>
        <ul>
          <li>show you what we hold about you, and give you a copy you can take elsewhere;</li>
          <li>correct what is wrong;</li>
          <li>delete what the law doesn’t require us to keep;</li>
          <li>limit or stop a use you object to.</li>
        </ul>
        <p>
          You may also complain to the Information Commissioner’s Office. If something is wrong, we’d be glad
          to hear from you first so that we can put it right.
        </p>
      </Section>
      <Section title="Contact">
        <p>
          Email{' '}
          <chakra.a href={`mailto:${business.email}`} textDecoration="underline" textUnderlineOffset=".28em">
            {business.email}
          </chakra.a>{' '}
          or use the <TextLink to="/contact?subject=My%20data">contact form</TextLink>.
        </p>
      </Section>
    </InformationPage>
  )
}
