import { chakra } from '@chakra-ui/react/styled-system'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Icon, type IconComponent } from './icon'

export interface QuantityInputProps {
  value: number
  min?: number
  /** The largest number allowed, usually what is in stock. */
  max?: number
  onChange: (value: number) => void
  /** When 0 or less was typed; without it that is the least number. */
  onNone?: () => void
  /** When more was asked for than `max`, which is then the number. */
  onTooMany?: (max: number) => void
  /** What is counted, for example "Quantity of The Evening Stone". */
  label?: string
  /** Name of the number where a form is sent without script. */
  name?: string
  disabled?: boolean
}

const longest = 6

/** A whole number between two buttons; what is typed and is none, such as "2.5", changes nothing. Type it, use the arrows, Page Up/Down for ten, Home and End for the limits. */
export function QuantityInput({
  value,
  min = 1,
  max = 999,
  onChange,
  onNone,
  onTooMany,
  label = 'Quantity',
  name,
  disabled,
}: QuantityInputProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const set = (next: number) => {
    setDraft(null)
    const limited = Math.max(min, Math.min(max, next))
    if (limited !== value) onChange(limited)
  }
  const commit = () => {
    if (draft === null) return
    const typed = /^-?\d+$/.test(draft) ? Number(draft) : value
    if (typed <= 0 && onNone) {
      // Who is told may move the focus at once: the blur that follows must find nothing typed.
      flushSync(() => {
        setDraft(null)
      })
      onNone()
      return
    }
    set(typed)
    if (typed > max) onTooMany?.(max)
  }
  const press = (event: KeyboardEvent) => {
    const next = keyTarget(event.key, value, min, max)
    if (next !== undefined) {
      event.preventDefault()
      set(next)
      if (next > max && !event.repeat) onTooMany?.(max)
    } else if (event.key === 'Enter' && draft !== null) {
      event.preventDefault()
      commit()
    }
  }
  return (
    <Frame role="group" aria-label={label} data-disabled={disabled || undefined}>
      <Step
        label="Decrease quantity"
        icon={Minus}
        off={disabled || value <= min}
        onPress={() => set(value - 1)}
      />
      <chakra.input
        type="text"
        name={name}
        inputMode="numeric"
        autoComplete="off"
        role="spinbutton"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        value={draft ?? String(value)}
        disabled={disabled}
        onChange={(event) => setDraft(event.currentTarget.value.replace(/[^\d.,-]/g, '').slice(0, longest))}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={commit}
        onKeyDown={press}
        width="100%"
        height="100%"
        textAlign="center"
        background="none"
        fontVariantNumeric="tabular-nums"
      />
      <Step
        label="Increase quantity"
        icon={Plus}
        off={disabled || value >= max}
        onPress={() => set(value + 1)}
        onRefuse={() => {
          if (!disabled) onTooMany?.(max)
        }}
      />
    </Frame>
  )
}

function keyTarget(key: string, value: number, min: number, max: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return value + 1
    case 'ArrowDown':
      return value - 1
    case 'PageUp':
      return value + 10
    case 'PageDown':
      return value - 10
    case 'Home':
      return min
    case 'End':
      return max
    default:
      return undefined
  }
}

/** At a limit the button stays focusable, so that focus is not lost under the finger that pressed it, and can say why it does nothing. */
function Step(props: {
  label: string
  icon: IconComponent
  off: boolean
  onPress: () => void
  onRefuse?: () => void
}) {
  return (
    <StepRoot
      type="button"
      aria-label={props.label}
      aria-disabled={props.off || undefined}
      onClick={() => {
        if (props.off) props.onRefuse?.()
        else props.onPress()
      }}
    >
      <Icon as={props.icon} size="s" />
    </StepRoot>
  )
}

const Frame = chakra('div', {
  base: {
    display: 'inline-grid',
    gridTemplateColumns: '44px 40px 44px',
    alignItems: 'center',
    flex: 'none',
    height: '48px',
    border: '1px solid {colors.lineStrong}',
    borderRadius: 'control',
    background: 'raised',
    '&[data-disabled]': { background: 'neutralSoft', color: 'disabled' },
  },
})

const StepRoot = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    height: '46px',
    cursor: 'pointer',
    transition: 'background {durations.quick}',
    '&:not([aria-disabled]):hover': { background: 'sunken' },
    '&[aria-disabled]': { color: 'disabled', cursor: 'not-allowed' },
  },
})
