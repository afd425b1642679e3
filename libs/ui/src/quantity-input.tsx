import { chakra } from '@chakra-ui/react/styled-system'
import { useHydrated, useInputBeforeHydration } from '@shop/state'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Icon, type IconComponent } from './icon'

export interface QuantityInputProps {
  value: number
  min?: number
  /** Maximum, usually the stock. */
  max?: number
  onChange: (value: number) => void
  /** Called when 0 or less was entered; without it the value becomes `min`. */
  onNone?: () => void
  /** Called when more than `max` was requested; the value becomes `max`. */
  onTooMany?: (max: number) => void
  /** Accessible name, for example "Quantity of The Evening Stone". */
  label?: string
  /** Name in the data of a form sent without scripts. */
  name?: string
  disabled?: boolean
}

const maxLength = 6

/**
 * A spin button for whole numbers; other input, such as "2.5", is ignored. Arrow keys change it by 1, Page Up and Page
 * Down by 10; Home and End set the limits.
 */
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
  const field = useRef<HTMLInputElement>(null)
  // A press before hydration would be lost.
  const isHydrated = useHydrated()
  const enter = (typed: number) => {
    set(typed)
    if (typed > max) onTooMany?.(max)
  }
  useInputBeforeHydration(field, ({ value: typed }) => {
    if (/^\d+$/.test(typed)) enter(Number(typed))
  })
  const commit = () => {
    if (draft === null) return
    const typed = /^-?\d+$/.test(draft) ? Number(draft) : value
    if (typed <= 0 && onNone) {
      // The callback may move focus, and the blur must not commit again.
      flushSync(() => {
        setDraft(null)
      })
      onNone()
      return
    }
    enter(typed)
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
      <StepButton
        label="Decrease quantity"
        icon={Minus}
        off={disabled || value <= min}
        disabled={!isHydrated}
        onPress={() => set(value - 1)}
      />
      <chakra.input
        ref={field}
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
        onChange={(event) => setDraft(event.currentTarget.value.replace(/[^\d.,-]/g, '').slice(0, maxLength))}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={commit}
        onKeyDown={press}
        width="100%"
        height="100%"
        textAlign="center"
        background="none"
        fontVariantNumeric="tabular-nums"
      />
      <StepButton
        label="Increase quantity"
        icon={Plus}
        off={disabled || value >= max}
        disabled={!isHydrated}
        onPress={() => set(value + 1)}
        onReject={() => {
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

/** At a limit the button is aria-disabled rather than disabled, so that it keeps focus and can explain itself. */
function StepButton(props: {
  label: string
  icon: IconComponent
  off: boolean
  disabled: boolean
  onPress: () => void
  onReject?: () => void
}) {
  return (
    <StepButtonRoot
      type="button"
      aria-label={props.label}
      aria-disabled={props.off || undefined}
      disabled={props.disabled}
      onClick={() => {
        if (props.off) props.onReject?.()
        else props.onPress()
      }}
    >
      <Icon as={props.icon} size="s" />
    </StepButtonRoot>
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

const StepButtonRoot = chakra('button', {
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
