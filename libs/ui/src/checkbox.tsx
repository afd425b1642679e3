import type { HTMLChakraProps } from '@chakra-ui/react/styled-system'
import { chakra } from '@chakra-ui/react/styled-system'
import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import { useEffect, useRef, type ReactNode, type Ref } from 'react'
import { Icon } from './icon'
import { checkboxRecipe } from './theme/recipes/field'

const Box = chakra('input', checkboxRecipe)

const Row = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '.7rem',
    minHeight: '44px',
    fontSize: '.9375rem',
    lineHeight: 1.45,
    cursor: 'pointer',
    '&:has(:disabled)': { color: 'disabled', cursor: 'not-allowed' },
  },
})

interface Ticked {
  /** The label. With `hideLabel` it is for screen readers only. */
  label: ReactNode
  hideLabel?: boolean
  /** At the far end of the row, such as a count. */
  aside?: ReactNode
}

export interface CheckboxProps extends Ticked, Omit<HTMLChakraProps<'input'>, 'type'> {
  ref?: Ref<HTMLInputElement>
  /** Some, but not all, of a group are checked. */
  indeterminate?: boolean
}

/** A native checkbox with its label; works with `register()` and as a controlled input. */
export function Checkbox({ label, hideLabel, aside, indeterminate = false, ref, ...rest }: CheckboxProps) {
  const frame = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const input = frame.current?.querySelector('input')
    if (input) input.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <Row
      width={aside === undefined ? undefined : '100%'}
      minWidth={hideLabel ? '44px' : undefined}
      justifyContent={hideLabel ? 'center' : undefined}
    >
      <chakra.span ref={frame} display="grid" placeItems="center" flex="none">
        <Box type="checkbox" ref={ref} {...rest} />
        <Icon as={Check} size="s" />
        <Icon as={Minus} size="s" />
      </chakra.span>
      <chakra.span srOnly={hideLabel}>{label}</chakra.span>
      {aside !== undefined && (
        <chakra.span marginInlineStart="auto" color="muted" textStyle="small">
          {aside}
        </chakra.span>
      )}
    </Row>
  )
}
