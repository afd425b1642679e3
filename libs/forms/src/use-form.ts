import { useRef, useState, type InputEvent, type SubmitEvent } from 'react'
import { readForm, type FieldName, type FormErrors, type FormSchema, type FormValues } from './read-form'

interface FormOptions<Schema extends FormSchema> {
  /** Sends the values; the form is busy until the promise settles. `clear` empties the fields. */
  submit: (values: FormValues<Schema>, clear: () => void) => unknown
  /**
   * Maps an error of `submit` to a message at a field; undefined when it has shown the error itself. Without it, `submit`
   * must not fail.
   */
  onRejected?: (error: unknown) => { field: FieldName<Schema>; message: string } | undefined
  /** Called when a field is invalid, in addition to showing its message. */
  onInvalid?: (errors: FormErrors) => void
  /** Initial values of the fields. */
  initial?: Readonly<Partial<Record<FieldName<Schema>, string>>>
  /** Initial errors, from the web server. */
  initialErrors?: FormErrors
}

/** A form's inputs, textareas and selects, in document order. */
function controlsOf(form: HTMLFormElement | null) {
  return [...(form?.elements ?? [])].filter(
    (control) =>
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement,
  )
}

/**
 * A form with uncontrolled fields, validated by a schema on submit.
 *
 * @param schema an object schema whose keys are the names of the fields
 * @returns `formProps` for the form; `field(name)`, the props of a `Field`; `submitting`
 */
export function useForm<Schema extends FormSchema>(
  schema: Schema,
  { submit, onRejected, onInvalid, initial, initialErrors }: FormOptions<Schema>,
) {
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FormErrors>(initialErrors ?? {})
  const [submitting, setSubmitting] = useState(false)
  // `submitting` is one render late, which a double click would slip through.
  const inFlight = useRef(false)

  const showErrors = (newErrors: FormErrors) => {
    setErrors(newErrors)
    controlsOf(ref.current)
      .find(({ name }) => name !== '' && newErrors[name] !== undefined)
      ?.focus()
  }
  const clear = () => {
    for (const control of controlsOf(ref.current))
      if (!/^(hidden|checkbox|radio)$/.test(control.type)) control.value = ''
  }
  const send = async (values: FormValues<Schema>) => {
    inFlight.current = true
    setSubmitting(true)
    try {
      await submit(values, clear)
    } catch (error) {
      if (!onRejected) throw error
      const rejection = onRejected(error)
      if (rejection) showErrors({ [rejection.field]: rejection.message })
    } finally {
      inFlight.current = false
      setSubmitting(false)
    }
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (inFlight.current) return
    const result = readForm(schema, new FormData(event.currentTarget))
    if (result.errors) {
      showErrors(result.errors)
      onInvalid?.(result.errors)
      return
    }
    setErrors({})
    void send(result.values)
  }
  const onInput = ({ target }: InputEvent<HTMLFormElement>) => {
    const name = 'name' in target && typeof target.name === 'string' ? target.name : ''
    if (errors[name]) setErrors({ ...errors, [name]: undefined })
  }

  return {
    formProps: { ref, method: 'post' as const, noValidate: true, onSubmit, onInput },
    field: (name: FieldName<Schema>) => ({ name, error: errors[name], defaultValue: initial?.[name] }),
    submitting,
  }
}
