import { chakra } from './style-engine/factory'
import { useEffect, useState, type ReactNode } from 'react'
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
      // Inside of `Loading` all appear as one: a browser works out the styles of everything that moves for each frame.
      '[data-skeletons] &': { animation: 'none' },
      '[data-skeletons=still] &': { _after: { animation: 'none' } },
      _after: {
        content: '""',
        position: 'absolute',
        inset: '0',
        transform: 'translateX(-100%)',
        background:
          'linear-gradient(100deg, transparent 30%, color-mix(in oklab, {colors.surface} 60%, transparent) 50%, transparent 70%)',
        // Most answers come within a second. One that is far below the window may wait for ever, and should not move for ever.
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
  // As the server drew it nothing moves: on a slow phone the frames would take a third of the time that hydration needs.
  const [isStill, setStill] = useState(true)
  useEffect(() => {
    setStill(false)
  }, [])
  return (
    <Group aria-busy="true" data-skeletons={isStill ? 'still' : 'moving'}>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      {children}
    </Group>
  )
}
