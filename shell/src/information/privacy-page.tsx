import { useSettings } from '@shop/settings'
import { chakra, TextLink } from '@shop/ui'
import { InformationPage, Section } from './information-page'

/** What is kept about a visitor, why, and what they can ask for. */
export function Component() {
  const { business, privacy } = useSettings()
  return (
    <InformationPage
      path="/privacy"
      lead="We keep what an order needs, and as little else as we can. Here is what that is, and what you can ask of us."
      note="Last updated January 2024"
    >
      <Section title="Information we collect">
        <ul>
          <li>
            <strong>When you order:</strong> your name, e-mail address, delivery and billing address,
            telephone number if you give one, and what you bought.
          </li>
          <li>
            <strong>When you open an account:</strong> your name, your e-mail address and a password, of which
            only a protected form is stored.
          </li>
          <li>
            <strong>When you write to us:</strong> your name, e-mail address and message.
          </li>
          <li>
            <strong>When you ask to be told that something is back:</strong> your e-mail address, until a week
            after that one message, and for half a year at most.
          </li>
          <li>
            <strong>When you use the wishlist:</strong> the products on it, with your account if you are
            signed in.
          </li>
          <li>
            <strong>In your own browser:</strong> a random number that belongs to your cart, your wishlist
            while you are not signed in, your sign-in, the colours you chose, and, until you close the
            browser, that you confirmed your age.
          </li>
          <li>
            <strong>Kept on your device alone:</strong> which twelve pieces you looked at last, until you
            press “Clear” beside them, and the pages you visited, so that you can read them without a network.
          </li>
          {privacy.measureSpeed === 'on' && (
            <li>
              <strong>How fast our pages were:</strong> times and the kind of page, without anything about you
              or your device, and not at all where your browser asks not to be tracked.
            </li>
          )}
        </ul>
        <p>We use no advertising cookies and no trackers of other companies.</p>
      </Section>
      <Section title="How we use it">
        <ul>
          <li>To take, deliver and, where needed, take back your order.</li>
          <li>To send you messages about that order, and to answer yours.</li>
          <li>To keep the accounts that the law asks of us.</li>
          <li>To protect the shop and its customers against misuse.</li>
        </ul>
        <p>We do not build profiles and make no decision about you by machine alone.</p>
      </Section>
      <Section title="Sharing">
        <p>
          We never sell your information. We hand on only what others need for their part: your name and
          address to the carrier, the amount to the payment service, and the data itself to the company that
          hosts it for us, under contract and on our instructions. Authorities receive information only where
          the law obliges us.
        </p>
      </Section>
      <Section title="Security">
        <p>
          Connections to the shop are encrypted. Each customer can reach only their own orders, a rule that
          the database itself enforces, and staff see only what their work needs. We never receive or store
          full card numbers.
        </p>
      </Section>
      <Section title="Your rights">
        <p>Under UK data protection law you may ask us at any time to:</p>
        <ul>
          <li>show you what we hold about you, and give you a copy you can take elsewhere;</li>
          <li>correct what is wrong;</li>
          <li>delete what we need not keep by law;</li>
          <li>limit or stop a use you object to.</li>
        </ul>
        <p>
          You may also complain to the Information Commissioner's Office. We would be glad to hear from you
          first and put things right.
        </p>
      </Section>
      <Section title="Contact">
        <p>
          Write to{' '}
          <chakra.a href={`mailto:${business.email}`} textDecoration="underline" textUnderlineOffset=".28em">
            {business.email}
          </chakra.a>{' '}
          or use the <TextLink to="/contact?subject=My%20data">contact form</TextLink>.
        </p>
      </Section>
    </InformationPage>
  )
}
