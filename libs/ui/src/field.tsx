import { chakra } from '@chakra-ui/react/styled-system'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { createContext, use, useId, useMemo, type ReactNode } from 'react'
import { Icon } from './icon'

interface FieldWiring {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  required?: boolean
  name?: string
  defaultValue?: string
}

const FieldContext = createContext<FieldWiring | null>(null)

const Label = chakra('label', { base: { textStyle: 'small', fontWeight: 500, lineHeight: 1.4 } })
const Hint = chakra('p', { base: { textStyle: 'small', color: 'muted', lineHeight: 1.4 } })
const Message = chakra('p', {
  base: {
    display: 'flex',
    gap: '.4rem',
    textStyle: 'small',
    color: 'danger',
    lineHeight: 1.4,
    alignItems: 'flex-start',
  },
})

export interface FieldProps {
  label: ReactNode
  children: ReactNode
  /** Adds "(optional)" to the label. */
  optional?: boolean
  required?: boolean
  /** The error message; the control is invalid while there is one. */
  error?: ReactNode
  hint?: ReactNode
  /** Reserves the height of the message, for forms that validate on blur. */
  reserve?: boolean
  /** Visually hides a label that is redundant on screen. */
  hideLabel?: boolean
  /** The name of the control in form data. */
  name?: string
  /** Initial value of the control. */
  defaultValue?: string
  /** The control's id, when another part of the page points at it. */
  id?: string
  className?: string
}

/** A label, a control of this lib, a hint and an error, associated for screen readers. */
export function Field({
  label,
  children,
  optional,
  required,
  error,
  hint,
  reserve,
  hideLabel,
  name,
  defaultValue,
  id,
  className,
}: FieldProps) {
  const generated = useId()
  const own = id ?? generated
  const describedBy = [hint ? `${own}-hint` : '', error ? `${own}-error` : ''].filter(Boolean).join(' ')
  const invalid = Boolean(error)
  const wiring = useMemo<FieldWiring>(
    () => ({
      id: own,
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(invalid && { 'aria-invalid': true as const }),
      ...(required && { required }),
      ...(name && { name }),
      ...(defaultValue && { defaultValue }),
    }),
    [own, describedBy, invalid, required, name, defaultValue],
  )
  return (
    <chakra.div display="grid" gap=".4rem" alignContent="start" minWidth="0" className={className}>
      <Label htmlFor={own} srOnly={hideLabel}>
        {label}
        {optional && (
          <chakra.span color="muted" fontWeight={420}>
            {' '}
            (optional)
          </chakra.span>
        )}
      </Label>
      {hint && <Hint id={`${own}-hint`}>{hint}</Hint>}
      <FieldContext value={wiring}>{children}</FieldContext>
      <FieldError id={`${own}-error`} reserve={reserve}>
        {error}
      </FieldError>
    </chakra.div>
  )
}

/** The message under a control or a group: announced when it appears. */
export function FieldError({
  id,
  reserve,
  children,
}: {
  id?: string
  reserve?: boolean
  children?: ReactNode
}) {
  return (
    <chakra.div
      aria-live="polite"
      minHeight={reserve ? '1.25rem' : undefined}
      marginTop={children || reserve ? 0 : '-.4rem'}
    >
      {children && (
        <Message id={id}>
          <chakra.span display="inline-flex" paddingTop="1px" flex="none">
            <Icon as={CircleAlert} size="s" />
          </chakra.span>
          <span>{children}</span>
        </Message>
      )}
    </chakra.div>
  )
}

/** Props that the surrounding Field passes to its control; empty outside a Field. */
export function useFieldWiring(): Partial<FieldWiring> {
  return use(FieldContext) ?? {}
}
