import { chakra } from '@shop/ui'

/** Gallery on the left, text on the right; stacked on a phone. */
export const ProductFrame = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' },
    gap: 'clamp(2rem, 5vw, 5.5rem)',
    alignItems: 'start',
  },
})

/** The large picture and its thumbnails: beside it on a desktop, below it on a phone. */
export const GalleryFrame = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '72px minmax(0, 1fr)' },
    gap: '1rem',
    // Placed by name: the browser may paint the picture before it has read the thumbnails, which follow.
    '& > div:first-of-type': { gridColumn: { lg: '2' } },
  },
  variants: {
    single: {
      true: { gridTemplateColumns: 'minmax(0, 1fr)', '& > div:first-of-type': { gridColumn: 'auto' } },
    },
  },
})

export const Thumbnails = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(4, minmax(0, 1fr))', lg: '72px' },
    gap: '.75rem',
    alignContent: 'start',
    gridColumn: { lg: '1' },
    gridRow: { lg: '1' },
  },
})
