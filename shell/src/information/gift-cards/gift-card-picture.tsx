import { chakra, Wordmark } from '@shop/ui'

const Card = chakra('div', {
  base: {
    display: 'grid',
    alignContent: 'space-between',
    aspectRatio: '1.586',
    width: 'min(100%, 22rem)',
    padding: '1.5rem',
    borderRadius: '10px',
    background: 'accent',
    color: 'accentInk',
    boxShadow: '2',
    forcedColorAdjust: 'none',
  },
})

const Foot = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    borderTop: '1px solid {colors.brass}',
    paddingTop: '.75rem',
  },
})

/** The card with the chosen amount. The form says all of it in words. */
export function GiftCardPicture({ amount }: { amount: string }) {
  return (
    <Card aria-hidden>
      <Wordmark />
      <Foot>
        <span>Gift card</span>
        <chakra.span textStyle="figure">{/^\d{2,3}$/.test(amount) ? `£${amount}` : ''}</chakra.span>
      </Foot>
    </Card>
  )
}
