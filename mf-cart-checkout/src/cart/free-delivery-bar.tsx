import { chakra } from '@shop/ui'
import type { ReactNode } from 'react'

interface FreeDeliveryBarProps {
  /** The missing amount, formatted ("£6.04"); undefined when delivery is free. */
  remaining?: string
  /** Progress, 0 to 1. */
  progress: number
  /** Replaces the sentence. */
  children?: ReactNode
}

/** Progress towards free delivery: a sentence and a bar with a brass bead at its end. */
export function FreeDeliveryBar({ remaining, progress, children }: FreeDeliveryBarProps) {
  const share = Math.max(0, Math.min(1, progress))
  return (
    <chakra.div display="grid" gap=".85rem">
      <p>
        {children ||
          (remaining && share < 1 ? (
            <>
              <chakra.b fontWeight={520}>{remaining}</chakra.b> more for free UK delivery.
            </>
          ) : (
            'You have free UK delivery.'
          ))}
      </p>
      <chakra.div
        role="progressbar"
        aria-label="Free delivery"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        position="relative"
        height="2px"
        marginInlineEnd="4px"
        background="line"
      >
        <Bar width={`${Math.round(share * 1000) / 10}%`} />
      </chakra.div>
    </chakra.div>
  )
}

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
})
