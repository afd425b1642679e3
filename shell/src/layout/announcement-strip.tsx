import { freeDeliveryText } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { chakra } from '@shop/ui'

const Strip = chakra('p', {
  base: {
    background: { base: 'accentSoft', _dark: 'surface' },
    color: 'accentSoftInk',
    textStyle: 'micro',
    lineHeight: 1.4,
    textAlign: 'center',
    paddingBlock: '.5rem',
    paddingInline: 'gutter',
  },
})

function Stroke() {
  return (
    <chakra.span aria-hidden opacity={0.55} marginInline=".7rem">
      /
    </chakra.span>
  )
}

/** Announcements above the header. */
export function AnnouncementStrip() {
  const { freeDeliveryFrom, pricing } = useSettings()
  const freeDelivery = freeDeliveryText(freeDeliveryFrom, pricing)
  return (
    <Strip>
      18+ adult content
      <Stroke />
      Plain, unmarked parcels
      {freeDelivery !== undefined && (
        <chakra.span display={{ base: 'none', md: 'inline' }}>
          <Stroke />
          {freeDelivery}
        </chakra.span>
      )}
    </Strip>
  )
}
