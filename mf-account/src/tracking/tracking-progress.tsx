import { chakra } from '@shop/ui'
import { statusLabel } from '../status/status-label'
import { progressOf } from './tracking-messages'

const Track = chakra('div', {
  base: {
    position: 'relative',
    height: '2px',
    marginInlineEnd: '4px',
    marginBlock: '.4rem',
    background: 'line',
  },
})

const Bar = chakra('span', {
  base: {
    position: 'absolute',
    inset: '0 auto 0 0',
    background: 'accent',
    transition: 'width {durations.calm} {easings.calm}',
    forcedColorAdjust: 'none',
    _after: {
      content: '""',
      position: 'absolute',
      insetInlineEnd: '-4px',
      top: '-3px',
      width: '8px',
      height: '8px',
      borderRadius: 'full',
      background: 'brass',
    },
  },
  variants: { stopped: { true: { background: 'danger', _after: { background: 'danger' } } } },
})

/** The progress bar of a parcel. */
export function TrackingProgress({ status }: { status: string }) {
  const percent = progressOf(status)
  return (
    <Track
      role="progressbar"
      aria-label="Delivery progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`${statusLabel(status)}, ${String(percent)}%`}
    >
      <Bar width={`${String(percent)}%`} stopped={status === 'exception'} />
    </Track>
  )
}
