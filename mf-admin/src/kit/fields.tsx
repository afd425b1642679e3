import {
  chakra,
  Field,
  Input,
  NativeSelect,
  RadioCardGroup,
  RadioChip,
  Textarea,
  type InputProps,
  type TagInputProps,
} from '@shop/ui'
import { Children, isValidElement, type ComponentProps, type ReactNode } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { TagInput } from './controls'
import { londonText } from './london-time'
import { ReadValue, useReadOnly, valueInWords } from './read-only'
import { Switch, type SwitchProps } from './switch'

interface KitFieldProps {
  /** `{...form.field('name')}` */
  name: string
  label: ReactNode
  /** Adds a star to the label. */
  required?: boolean
  hint?: ReactNode
  optional?: boolean
}

/** A field of the form around it as text. @param show its value, unless that is empty */
function FieldText({
  name,
  label,
  show,
}: Pick<KitFieldProps, 'name' | 'label'> & { show?: (value: string) => ReactNode }) {
  const value: unknown = useWatch({ name })
  return <ReadValue label={label}>{valueInWords(value, show)}</ReadValue>
}

/** What registers a field in the form around it, and its error. */
function useField(name: string) {
  const { register, getFieldState, formState } = useFormContext()
  return { registration: register(name), error: getFieldState(name, formState).error?.message }
}

/** The label, hint and error of a field, around its control; label and value as text where the form may only be read. */
function Labelled({
  name,
  label,
  required,
  error,
  show,
  children,
  ...rest
}: KitFieldProps & { error?: string; show?: (value: string) => ReactNode; children: ReactNode }) {
  if (useReadOnly()) return <FieldText {...{ name, label, show }} />
  const starred = required ? (
    <>
      {label}
      <span aria-hidden="true">*</span>
    </>
  ) : (
    label
  )
  return (
    <Field label={starred} required={required} error={error} {...rest}>
      {children}
    </Field>
  )
}

type Props<Control> = KitFieldProps & Omit<Control, keyof KitFieldProps>

/** A line of text. */
export function TextField({ name, label, required, hint, optional, ...input }: Props<InputProps>) {
  const { registration, error } = useField(name)
  return (
    <Labelled
      {...{ name, label, required, hint, optional, error }}
      show={input.type === 'datetime-local' ? londonText : undefined}
    >
      <Input {...input} {...registration} />
    </Labelled>
  )
}

/** A number, as text in the form; read it with `wholeNumber` or a rule of your own. */
export function NumberField({ step = 1, ...rest }: Props<InputProps>) {
  return (
    <TextField
      type="number"
      inputMode={step === 1 ? 'numeric' : 'decimal'}
      step={step}
      // The wheel would change a number that only happens to have the focus.
      onWheel={({ currentTarget }) => currentTarget.blur()}
      {...rest}
    />
  )
}

/** An amount in pounds, as text in the form; read it with `requiredMoney` or `optionalMoney`. */
export function MoneyField(props: Props<InputProps>) {
  return <NumberField step={0.01} min={0} {...props} />
}

/** Several lines of text. */
export function TextareaField({
  name,
  label,
  required,
  hint,
  optional,
  ...input
}: Props<ComponentProps<typeof Textarea>>) {
  const { registration, error } = useField(name)
  return (
    <Labelled {...{ name, label, required, hint, optional, error }}>
      <Textarea {...input} {...registration} />
    </Labelled>
  )
}

/** What the option with a value says, among `<option>`s. */
function optionText(options: ReactNode, value: string): ReactNode {
  const found = Children.toArray(options).find(
    (option) =>
      isValidElement<ComponentProps<'option'>>(option) && String(option.props.value ?? '') === value,
  )
  return isValidElement<ComponentProps<'option'>>(found) ? found.props.children : value
}

/** One of several options; children are `<option>`s, none with an empty value (`none` stands for nothing). */
export function SelectField({
  name,
  label,
  required,
  hint,
  optional,
  ...select
}: Props<ComponentProps<typeof NativeSelect>>) {
  // Controlled, since options that come or go later would move the browser's choice.
  const { field, fieldState } = useController({ name })
  return (
    <Labelled
      {...{ name, label, required, hint, optional, error: fieldState.error?.message }}
      show={(value) => optionText(select.children, value)}
    >
      <NativeSelect {...select} {...field} />
    </Labelled>
  )
}

const Chips = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '.6rem' } })

/** One of a few choices, all of which are shown. @param choices by their value */
export function ChipsField({
  name,
  label,
  choices,
}: {
  name: string
  label: string
  choices: Readonly<Record<string, string>>
}) {
  const { field, fieldState } = useController<Record<string, string>>({ name })
  if (useReadOnly()) return <FieldText name={name} label={label} show={(value) => choices[value]} />
  return (
    <RadioCardGroup
      label={label}
      name={name}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
    >
      <Chips>
        {Object.entries(choices).map(([value, text]) => (
          <RadioChip key={value} value={value} label={text} />
        ))}
      </Chips>
    </RadioCardGroup>
  )
}

/** Something that is on or off: a boolean in the form. */
export function SwitchField({ name, ...rest }: SwitchProps & { name: string }) {
  const { registration } = useField(name)
  if (useReadOnly()) return <FieldText name={name} label={rest.label} />
  return <Switch {...rest} {...registration} />
}

/** Several short texts: an array of strings in the form. */
export function TagField({
  name,
  label,
  required,
  hint,
  optional,
  maxLength,
}: KitFieldProps & Pick<TagInputProps, 'maxLength'>) {
  const { field, fieldState } = useController({ name })
  const tags: readonly string[] = Array.isArray(field.value) ? field.value : []
  return (
    <Labelled {...{ name, label, required, hint, optional, error: fieldState.error?.message }}>
      <TagInput
        maxLength={maxLength}
        ref={field.ref}
        value={tags}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
    </Labelled>
  )
}
