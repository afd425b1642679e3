import { chakra } from '@chakra-ui/react/styled-system'
import { VisuallyHidden } from './layout'

const Ring = chakra('span', {
  base: {
    display: 'inline-block',
    flex: 'none',
    borderRadius: 'full',
    border: '1.25px solid currentColor',
    borderInlineEndColor: 'transparent',
    animation: 'spin .9s linear infinite',
    textDecoration: 'none',
  },
})

export interface SpinnerProps {
  /** For screen readers. Omit it next to visible text. */
  label?: string
  /** Size in pixels. */
  size?: number
}

/** A spinner. */
export function Spinner({ label, size = 14 }: SpinnerProps) {
  const ring = <Ring aria-hidden width={`${size}px`} height={`${size}px`} />
  if (!label) return ring
  return (
    <span role="status">
      {ring}
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

/** A spinner and a sentence in the middle of an empty page. */
export function FullPageSpinner({ label }: { label: string }) {
  return (
    <chakra.div
      role="status"
      display="grid"
      placeItems="center"
      alignContent="center"
      gap="4"
      minHeight="60dvh"
      color="muted"
    >
      <Ring aria-hidden width="28px" height="28px" />
      <p>{label}</p>
    </chakra.div>
  )
}
