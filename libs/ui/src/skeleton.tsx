import { useHydrated } from '@shop/state'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { VisuallyHidden } from './layout'

/** A placeholder of the size of the content; appears after 150 ms, so that fast responses do not flicker. */
export const Skeleton = chakra(
  'div',
  {
    base: {
      background: 'skeleton',
      borderRadius: 'image',
      position: 'relative',
      overflow: 'hidden',
      animation: 'fade .15s .15s both',
      // Inside `Loading` all appear as one: a browser works out the styles of everything that moves for each frame.
      '[data-skeletons] &': { animation: 'none' },
      '[data-skeletons=still] &': { _after: { animation: 'none' } },
      _after: {
        content: '""',
        position: 'absolute',
        inset: '0',
        transform: 'translateX(-100%)',
        background:
          'linear-gradient(100deg, transparent 30%, color-mix(in oklab, {colors.surface} 60%, transparent) 50%, transparent 70%)',
        // Most answers come within a second. A skeleton far below the window may wait for ever, but need not move for ever.
        animation: 'shimmer 1.8s 1s {easings.calm} 12',
        _motionReduce: { display: 'none' },
      },
    },
  },
  { defaultProps: { 'aria-hidden': true } },
)

// Without scripts the content would never load.
const Group = chakra('div', {
  base: { animation: 'fade .15s .15s both', '@media (scripting: none)': { display: 'none' } },
})

/** A group of skeletons, announced once, for example as "Loading products". */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  // Nothing moves in what the server drew: on a slow phone hydration took half as long again beside the frames of a shimmer.
  const isHydrated = useHydrated()
  return (
    <Group aria-busy="true" data-skeletons={isHydrated ? 'moving' : 'still'}>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      {children}
    </Group>
  )
}
