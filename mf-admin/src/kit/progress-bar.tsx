import { chakra } from '@shop/ui'

/** How far something is; without `value` it is under way. Name it with `aria-label`. */
export const ProgressBar = chakra('progress', {
  base: {
    appearance: 'none',
    display: 'block',
    width: '100%',
    height: '6px',
    border: '0',
    borderRadius: 'full',
    overflow: 'hidden',
    background: 'line',
    '&::-webkit-progress-bar': { background: '{colors.line}' },
    '&::-webkit-progress-value': {
      background: '{colors.accent}',
      transition: 'width {durations.quick}',
    },
    '&::-moz-progress-bar': { background: '{colors.accent}' },
    _highContrast: { border: '1px solid' },
  },
})
