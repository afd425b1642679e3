import { chakra } from '@shop/ui'

/** From here on the pictures stand beside the text. */
export const twoColumns = '@media (min-width: 700px)'

/** Gallery on the left, text on the right; stacked on a phone. */
export const ProductFrame = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '1.1rem',
    alignItems: 'start',
    [twoColumns]: {
      gridTemplateColumns: 'minmax(0, 6fr) minmax(0, 5fr)',
      gap: 'clamp(1.75rem, 5vw, 5.5rem)',
    },
  },
})

/** The text. On a phone what one buys by comes first: `Later` parts follow the button. */
export const ProductText = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1rem',
    minWidth: '0',
    [twoColumns]: { gap: '1.6rem' },
  },
})

/** A part of the text that stands after the button on a phone, whatever its place in the page. */
export const Later = chakra('div', {
  base: {
    display: 'grid',
    // A wide table scrolls within itself.
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '1.6rem',
    minWidth: '0',
    order: '1',
    [twoColumns]: { order: '0' },
  },
})

/** The large picture and its thumbnails: beside it on a desktop, below it on a tablet. They stay in view beside a long text. */
export const GalleryFrame = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '72px minmax(0, 1fr)' },
    gap: '1rem',
    [twoColumns]: { position: 'sticky', top: '5rem' },
    // Placed by name: the browser may paint the picture before it has read the thumbnails, which follow.
    '& > div:first-of-type': { gridColumn: { lg: '2' } },
  },
  variants: {
    single: {
      true: { gridTemplateColumns: 'minmax(0, 1fr)', '& > div:first-of-type': { gridColumn: 'auto' } },
    },
  },
})

/** The shape of the large picture: square on a phone, and never so tall that it leaves no room for what is beside or below it. */
export const largeShape = {
  '--large-ratio': '1',
  aspectRatio: 'var(--large-ratio)',
  maxHeight: 'max(12rem, 46svh)',
  [twoColumns]: { '--large-ratio': '4 / 5', maxHeight: 'max(20rem, calc(100svh - 6.5rem))' },
}

export const Thumbnails = chakra('div', {
  base: {
    display: 'none',
    gap: '.75rem',
    alignContent: 'start',
    gridColumn: { lg: '1' },
    gridRow: { lg: '1' },
    // A phone swipes, and counts on the picture.
    [twoColumns]: { display: 'grid', gridTemplateColumns: { base: 'repeat(4, minmax(0, 1fr))', lg: '72px' } },
  },
})
