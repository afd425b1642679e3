import { chakra } from '@chakra-ui/react/styled-system'

const Line = chakra('div', {
  base: {
    position: 'fixed',
    inset: '0 0 auto',
    height: '2px',
    zIndex: 'skip',
    background: 'accent',
    transformOrigin: 'left',
    pointerEvents: 'none',
    animation: 'progress 8s .15s {easings.calm} both',
  },
})

/** A progress bar at the top during navigation, after a delay of 150 ms. */
export function ProgressLine({ active, label = 'Loading page' }: { active: boolean; label?: string }) {
  return active ? <Line role="progressbar" aria-label={label} /> : null
}
