import { useAnnounce, useHydrated } from '@shop/ui'
import { useRef, useState, type InputEvent, type SubmitEvent } from 'react'
import {
  readForm,
  wholeForm,
  type FieldName,
  type FormErrors,
  type FormSchema,
  type FormValues,
} from './read-form'

interface FormOptions<Schema extends FormSchema> {
  /**
   * Sends what was entered; the form is busy until the promise settles. A rejection is a failure; `clear` empties what
   * was typed.
   */
  submit: (values: FormValues<Schema>, clear: () => void) => unknown
  /** What a failure of `submit` means: a message, at a field or of the whole form; nothing when it was shown already. */
  onRefused?: (error: unknown) => { field?: FieldName<Schema>; message: string } | undefined
  /** When a field is wrong, besides the messages beside the fields. */
  onInvalid?: (errors: FormErrors) => void
  /** What the fields hold at first. */
  initial?: Readonly<Partial<Record<FieldName<Schema>, string>>>
  /** What is wrong at first, as the web server found it. */
  initialErrors?: FormErrors
}

const failed = { field: undefined, message: 'Something went wrong. Please try again.' }

/** The controls of a form that a visitor fills in, in the order of the page. */
function controlsOf(form: HTMLFormElement | null) {
  return [...(form?.elements ?? [])].filter(
    (control) =>
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement,
  )
}

/**
 * A form whose fields the browser holds, checked by a schema when it is sent.
 *
 * @param schema an object schema whose keys are the names of the fields
 * @returns `formProps` for the form and `field(name)` for each `Field`; whether it is `submitting`; `formError`, what is
 * wrong with the form as a whole; `check(name)`, which checks one field now
 */
export function useForm<Schema extends FormSchema>(
  schema: Schema,
  { submit, onRefused, onInvalid, initial, initialErrors }: FormOptions<Schema>,
) {
  const ref = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const announce = useAnnounce()
  const [errors, setErrors] = useState<FormErrors>(initialErrors ?? {})
  const [submitting, setSubmitting] = useState(false)
  // The state is one render late for a second submit in the same moment.
  const running = useRef(false)

  const showErrors = (found: FormErrors) => {
    setErrors(found)
    if (found[wholeForm]) announce(found[wholeForm])
    controlsOf(ref.current)
      .find(({ name }) => name !== '' && found[name] !== undefined)
      ?.focus()
  }
  const clear = () => {
    for (const control of controlsOf(ref.current))
      if (!/^(hidden|checkbox|radio)$/.test(control.type)) control.value = ''
  }
  const send = async (values: FormValues<Schema>) => {
    running.current = true
    setSubmitting(true)
    try {
      await submit(values, clear)
    } catch (error) {
      if (!onRefused) console.error(error)
      const refusal = onRefused ? onRefused(error) : failed
      if (refusal) showErrors({ [refusal.field ?? wholeForm]: refusal.message })
    } finally {
      running.current = false
      setSubmitting(false)
    }
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running.current) return
    const reading = readForm(schema, new FormData(event.currentTarget))
    if (reading.errors) {
      showErrors(reading.errors)
      onInvalid?.(reading.errors)
      return
    }
    setErrors({})
    void send(reading.values)
  }
  const onInput = ({ target }: InputEvent<HTMLFormElement>) => {
    const name = 'name' in target && typeof target.name === 'string' ? target.name : wholeForm
    if (errors[name] ?? errors[wholeForm]) setErrors({ ...errors, [name]: undefined, [wholeForm]: undefined })
  }

  return {
    // Until the page is hydrated the browser itself checks: a form sent away comes back empty.
    formProps: { ref, method: 'post' as const, noValidate: hydrated, onSubmit, onInput },
    field: (name: FieldName<Schema>) => ({ name, error: errors[name], defaultValue: initial?.[name] }),
    submitting,
    formError: errors[wholeForm],
    check: (name: FieldName<Schema>) => {
      if (!ref.current) return
      const found = readForm(schema, new FormData(ref.current)).errors
      setErrors((now) => ({ ...now, [name]: found?.[name] }))
    },
  }
}
