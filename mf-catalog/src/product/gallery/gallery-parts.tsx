import { chakra } from '@shop/ui'

/** How wide the large picture is drawn, as in `<img sizes>`. */
export const largeSizes = '(min-width: 1440px) 660px, (min-width: 900px) 46vw, 92vw'

/** The large picture with what stands on it. */
export const Stage = chakra('div', { base: { position: 'relative', minWidth: '0' } })

/** The pictures in a row of which one is in view. The browser scrolls and snaps, so that it works without scripts too. */
export const StripList = chakra('ul', {
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
    // Nothing else says that there is more.
    '@media (scripting: none)': { scrollbarWidth: 'thin', cursor: 'auto' },
    '& > li': { flex: '0 0 100%', minWidth: '0', scrollSnapAlign: 'start', scrollSnapStop: 'always' },
  },
})

/** A row of buttons on a picture, on a ground of their own so that they are seen on any. */
export const Tools = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    background: 'surface',
    borderRadius: 'control',
    '@media (scripting: none)': { display: 'none' },
  },
})

/** Leads to a picture of the strip, without scripts too. */
export const Thumbnail = chakra('a', {
  base: {
    display: 'block',
    minHeight: '44px',
    borderRadius: 'image',
    '&[aria-current]': { outline: '1px solid {colors.ink}', outlineOffset: '2px' },
    '&:focus-visible': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
  },
})
