import { chakra } from './style-engine/factory'

export { chakra }

/** A block; its look is given by style props. */
export const Box = chakra('div')

/** Children in a row, or as `flexDirection` says. */
export const Flex = chakra('div', { base: { display: 'flex' } })

/** Children in a grid. */
export const Grid = chakra('div', { base: { display: 'grid' } })

/** Children below each other. */
export const Stack = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '.5rem' } })

/** Children beside each other, centred. */
export const HStack = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '.5rem' } })

/** Text for screen readers alone. */
export const VisuallyHidden = chakra('span', {
  base: {
    border: '0',
    clip: 'rect(0, 0, 0, 0)',
    height: '1px',
    width: '1px',
    margin: '-1px',
    padding: '0',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    position: 'absolute',
  },
})

/** The page container: at most 1440 px wide, with a gutter on either side. */
export const Wrap = chakra('div', {
  base: { width: '100%', maxWidth: 'page', marginInline: 'auto', paddingInline: 'gutter' },
})

/** A thin line. Prefer it to a box. */
export const Rule = chakra('hr', {
  base: { border: '0', borderTop: '1px solid {colors.line}', width: '100%' },
})

/** A phrase or paragraph; style it by `textStyle` (lead, body, small, micro, figure). */
export const Text = chakra('p')
