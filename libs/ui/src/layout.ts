import { chakra } from '@chakra-ui/react/styled-system'

export { Box } from '@chakra-ui/react/box'
export { Flex } from '@chakra-ui/react/flex'
export { Grid } from '@chakra-ui/react/grid'
export { HStack, Stack } from '@chakra-ui/react/stack'
export { VisuallyHidden } from '@chakra-ui/react/visually-hidden'
export { chakra }

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
