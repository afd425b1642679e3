import { freeDeliveryText } from '@shop/pricing'
import { shop, useSettings } from '@shop/settings'
import { customerTerms } from '@shop/settings/customer-terms'
import { Box, Flex, Heading, LinkButton, Picture } from '@shop/ui'
import BadgeCheck from 'lucide-react/icons/badge-check'
import CreditCard from 'lucide-react/icons/credit-card'
import EyeOff from 'lucide-react/icons/eye-off'
import Gem from 'lucide-react/icons/gem'
import Lightbulb from 'lucide-react/icons/lightbulb'
import Moon from 'lucide-react/icons/moon'
import Package from 'lucide-react/icons/package'
import Truck from 'lucide-react/icons/truck'
import { InformationPage, Section } from './information-page'
import { Points } from './points'

const values = [
  { icon: Moon, title: 'Intimacy', text: 'Time kept for yourself, or for two, deserves beautiful things.' },
  {
    icon: EyeOff,
    title: 'Privacy and discretion',
    text: 'What you buy is your business, from the first click to your doorstep.',
  },
  {
    icon: Gem,
    title: 'Premium quality',
    text: 'A few pieces, well made, in materials we would choose for ourselves.',
  },
  {
    icon: Lightbulb,
    title: 'Innovation',
    text: 'New shapes and quieter motors, wherever they make a piece better.',
  },
]

/** The house: story, values, what it promises of its goods. */
export function Component() {
  const { freeDeliveryFrom, pricing } = useSettings()
  return (
    <InformationPage
      path="/about"
      heading="A quiet house"
      lead="Aurelle & Moss makes and selects pieces for intimate wellness: stone, glass, silk and candlelight, finished with care and sent without a word on the box."
    >
      <Box marginBottom="clamp(2rem, 4vw, 4rem)">
        <Picture
          src="/media/hero-wide.webp"
          masterWidth={2400}
          ratio="21 / 9"
          alt="Still life of stones, a gold-tone ring and a glass bottle on plinths, with an arch of window light"
          sizes="(min-width: 1440px) 1330px, 94vw"
          priority
        />
      </Box>
      <Section title="Our story">
        <p>
          We began with a simple complaint: things meant for the most private hours were too often loud,
          careless and hard to love. We wanted them to be as carefully made as a good watch or a favourite
          scent.
        </p>
        <p>
          So we keep a small collection and know every piece in it. Each one is chosen for what it is made of,
          how it feels in the hand and how long it will last. If we wouldn’t keep it ourselves, we don’t sell
          it.
        </p>
      </Section>
      <Box as="section" layerStyle="rule" paddingBlock="clamp(1.75rem, 3vw, 2.75rem)">
        <Heading level={2} look="h3" marginBottom="1.5rem">
          Our values
        </Heading>
        <Points points={values} />
      </Box>
      <Section title="Our commitment to quality">
        <ul>
          <li>Body-safe, non-porous materials wherever a piece touches the skin.</li>
          <li>Full materials on every product page, allergens included.</li>
          <li>Short, clear care instructions.</li>
          <li>Sealed when packed, so you’re the first to open it.</li>
          <li>A real person to help if anything goes wrong.</li>
        </ul>
      </Section>
      <Box
        as="section"
        layerStyle="rule"
        paddingBlock="clamp(1.75rem, 3vw, 2.75rem)"
        aria-label="What you can rely on"
      >
        <Heading level={2} look="h3" marginBottom="1.5rem">
          What you can rely on
        </Heading>
        <Points
          points={[
            {
              icon: Package,
              title: 'Plain, unmarked parcels',
              text: 'Nothing on the outside says what is inside.',
            },
            { icon: CreditCard, title: 'Discreet billing', text: 'A neutral name on your statement.' },
            {
              icon: Truck,
              title: freeDeliveryText(freeDeliveryFrom, pricing) ?? 'Tracked UK delivery',
              text: `Dispatched within ${customerTerms.dispatch}.`,
            },
            {
              icon: BadgeCheck,
              title: 'Adults only',
              text: `For people of ${String(shop.minimumAge)} and over only.`,
            },
          ]}
        />
      </Box>
      <Flex layerStyle="rule" paddingTop="clamp(1.75rem, 3vw, 2.75rem)" gap=".75rem" flexWrap="wrap">
        <LinkButton to="/products">Shop All</LinkButton>
        <LinkButton to="/contact" variant="quiet">
          Contact us
        </LinkButton>
      </Flex>
    </InformationPage>
  )
}
