import { chakra, Icon, Panel, Text, type IconComponent } from '@shop/ui'
import Camera from 'lucide-react/icons/camera'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Smartphone from 'lucide-react/icons/smartphone'
import WifiOff from 'lucide-react/icons/wifi-off'

const features: [IconComponent, string][] = [
  [MonitorSmartphone, 'Fits every screen'],
  [Camera, 'Opens from the camera, no app'],
  [Smartphone, 'Can be added to the home screen'],
  [WifiOff, 'Visited pages read offline'],
]

const usage = [
  'Download the code: the 300 px picture for screens, the 1200 px picture or the SVG for print.',
  'Print it dark on white, at least 2 cm wide, and leave the white edge around it clear.',
  'Try it with the camera of two different phones before you print many.',
]

const placement = [
  'Inside the parcel, on the thank-you card or the packing slip. Never on the outside: it would give the contents away.',
  'On a counter or a fair stand at 30 to 60 cm from the hand, out of glare and not behind glass.',
  'For reading from afar, a tenth of the distance: 10 cm wide for 1 m.',
]

const marketing = [
  'Say in a few words what opens: “Visit our shop” is scanned more often than a bare code.',
  'Put the address in letters beside it, for those who would rather type.',
  'Keep to one code per page or card, so that nobody has to choose.',
]

const List = chakra('ul', {
  base: { display: 'grid', gap: '.6rem', paddingInlineStart: '1.1rem', listStyle: 'disc' },
})
const Badges = chakra('ul', { base: { display: 'flex', flexWrap: 'wrap', gap: '.5rem' } })
const FeatureBadge = chakra('li', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '.5rem',
    padding: '.35rem .65rem',
    borderRadius: 'panel',
    background: 'sunken',
    textStyle: 'small',
  },
})

/** What the store offers on phones, and how to use its QR code. */
export function Tips() {
  return (
    <>
      <Panel title="On mobile">
        <Badges>
          {features.map(([icon, words]) => (
            <FeatureBadge key={words}>
              <Icon as={icon} size="s" />
              {words}
            </FeatureBadge>
          ))}
        </Badges>
      </Panel>
      <Panel title="How to use it">
        <List as="ol" listStyle="decimal">
          {usage.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </List>
      </Panel>
      <TipList title="Placement tips" tips={placement} />
      <TipList title="Marketing tips" tips={marketing} />
    </>
  )
}

function TipList({ title, tips }: { title: string; tips: readonly string[] }) {
  return (
    <Panel title={title}>
      <List>
        {tips.map((tip) => (
          <li key={tip}>
            <Text as="span">{tip}</Text>
          </li>
        ))}
      </List>
    </Panel>
  )
}
