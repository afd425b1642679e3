import { chakra } from '@shop/ui'
import { largeShape } from '../product-frame'

/** Width of the large picture, as in `<img sizes>`. */
export const largeSizes = '(min-width: 1440px) 660px, (min-width: 700px) 46vw, 92vw'

/** The large picture with its buttons. */
export const Stage = chakra('div', { base: { position: 'relative', minWidth: '0' } })

/** The pictures in a row, one in view. Scrolls and snaps natively, so it works without scripts. */
export const CarouselTrack = chakra('ul', {
  base: {
    display: 'flex',
    listStyle: 'none',
    overflowX: 'auto',
    overflowY: 'hidden',
    overscrollBehaviorX: 'contain',
    scrollSnapType: 'x mandatory',
    scrollBehavior: 'smooth',
    scrollbarWidth: 'none',
    borderRadius: 'image',
    cursor: 'zoom-in',
    '&::-webkit-scrollbar': { display: 'none' },
    // Without scripts only the scrollbar shows that there is more.
    '@media (scripting: none)': { scrollbarWidth: 'thin', cursor: 'auto' },
    '& > li': { flex: '0 0 100%', minWidth: '0', scrollSnapAlign: 'start', scrollSnapStop: 'always' },
    '& > li > span': largeShape,
  },
})

/** Buttons on a picture, with a background so that they are legible on any. */
export const Tools = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    background: 'surface',
    borderRadius: 'control',
    '@media (scripting: none)': { display: 'none' },
  },
})

/** A link to a picture of the carousel. */
export const Thumbnail = chakra('a', {
  base: {
    display: 'block',
    minHeight: '44px',
    borderRadius: 'image',
    '&[aria-current]': { outline: '1px solid {colors.ink}', outlineOffset: '2px' },
    '&:focus-visible': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
  },
})
