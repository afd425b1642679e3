import { chakra } from '@shop/ui'
import { useId, type ComponentProps, type ReactNode } from 'react'

const Track = chakra('input', {
  base: {
    appearance: 'none',
    position: 'relative',
    flex: 'none',
    width: '40px',
    height: '24px',
    margin: '0',
    border: '1px solid {colors.lineStrong}',
    borderRadius: 'full',
    background: 'sunken',
    cursor: 'inherit',
    transition: 'background {durations.quick}, border-color {durations.quick}',
    _after: {
      content: '""',
      position: 'absolute',
      top: '3px',
      insetInlineStart: '3px',
      width: '16px',
      height: '16px',
      borderRadius: 'full',
      background: 'lineStrong',
      transition: 'transform {durations.quick} {easings.calm}',
    },
    '&:hover:not(:disabled)': { borderColor: 'ink' },
    '&:checked': { background: 'accent', borderColor: 'accent' },
    '&:checked::after': { background: 'accentInk', transform: 'translateX(16px)' },
    '&:disabled': { background: 'neutralSoft', borderColor: 'disabled' },
    _highContrast: { '&:checked': { background: 'Highlight', forcedColorAdjust: 'none' } },
  },
})

const Row = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '1rem',
    minHeight: '44px',
    cursor: 'pointer',
    '&:has(:disabled)': { cursor: 'not-allowed', color: 'disabled' },
  },
})

export interface SwitchProps extends Omit<ComponentProps<typeof Track>, 'type' | 'role'> {
  label: ReactNode
  /** What the choice changes. */
  hint?: ReactNode
}

/** Something that is on or off, with its label to the left. */
export function Switch({ label, hint, ...rest }: SwitchProps) {
  const id = useId()
  return (
    <Row>
      <chakra.span display="grid" minWidth="0">
        <chakra.span fontWeight={500}>{label}</chakra.span>
        {hint && (
          <chakra.span id={id} textStyle="small" color="muted">
            {hint}
          </chakra.span>
        )}
      </chakra.span>
      <Track type="checkbox" role="switch" aria-describedby={hint ? id : undefined} {...rest} />
    </Row>
  )
}
