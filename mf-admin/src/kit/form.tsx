import { valibotResolver } from '@hookform/resolvers/valibot'
import { Button, chakra, useToast } from '@shop/ui'
import { useRef, type BaseSyntheticEvent, type ComponentProps, type ReactNode } from 'react'
import {
  FormProvider,
  get,
  set,
  useForm,
  useFormState,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { errorWords, rejectedField } from './error-words'
import { ReadOnly } from './read-only'
import { useUnsavedGuard, type UnsavedGuard } from './unsaved-guard'

/** A form of the back office: react-hook-form's, with sending, rejections and the guard of unsaved changes. */
export interface KitForm<Input extends FieldValues, Output> extends UseFormReturn<Input, unknown, Output> {
  submit: (event?: BaseSyntheticEvent) => Promise<void>
  /** The name of a field, checked by the compiler: `<TextField {...form.field('name')} label="Name" />`. */
  field: <Name extends FieldPath<Input>>(name: Name) => { name: Name }
  guard: UnsavedGuard
}

export interface KitFormOptions<Input extends FieldValues, Output, Result> {
  defaultValues: DefaultValues<Input>
  /** Sends what the schema made of the fields; the form is busy until it settles. */
  onSubmit: (values: Output) => Promise<Result> | Result
  /** Called after `onSubmit` succeeded and the form counts as saved: close it, show a toast. */
  onSaved?: (result: Result) => void
  /** Handles an error itself and returns true, such as a record that somebody else changed. */
  onRejected?: (error: unknown, form: UseFormReturn<Input, unknown, Output>) => boolean
  /** The toast for any other error, such as 'Failed to save category. Please try again.'. */
  failure: string
  /** False for forms whose input is not worth a question, such as sign-in. */
  guarded?: boolean
}

/** A number field with other text has an empty value, which would count as blank. */
function withUnreadableNumbers<Input extends FieldValues, Output>(
  resolver: Resolver<Input, unknown, Output>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const result = await resolver(values, context, options)
    const isUnreadable = (name: string) => {
      const control: unknown = get(options.fields, `${name}.ref`)
      return control instanceof HTMLInputElement && control.validity.badInput
    }
    const unreadable = (options.names ?? []).filter(isUnreadable)
    if (unreadable.length === 0) return result
    const errors: FieldErrors<Input> = { ...result.errors } as FieldErrors<Input>
    for (const name of unreadable) set(errors, name, { type: 'badInput', message: 'Enter a number.' })
    return { values: {}, errors }
  }
}

/**
 * A form whose fields are checked by a schema.
 *
 * On submit the first invalid field gets the focus. When the database rejects a field (by its hint), its reason is shown
 * at that field; any other error is a toast 'Error' with `failure`.
 *
 * @param schema from the texts of the fields to what `onSubmit` gets
 */
export function useKitForm<Input extends FieldValues, Output, Result>(
  schema: GenericSchema<Input, Output>,
  options: KitFormOptions<Input, Output, Result>,
): KitForm<Input, Output> {
  const toast = useToast()
  const form = useForm<Input, unknown, Output>({
    defaultValues: options.defaultValues,
    // Otherwise the rules about several fields wait until each field is right.
    criteriaMode: 'all',
    resolver: withUnreadableNumbers(valibotResolver<Input, unknown, Output>(schema)),
  })
  const { isDirty } = form.formState
  const guard = useUnsavedGuard(isDirty && options.guarded !== false)
  // `isSubmitting` is one render late, which a double click would slip through.
  const inFlight = useRef(false)

  const reject = (error: unknown) => {
    if (options.onRejected?.(error, form)) return
    const name = rejectedField(error, Object.keys(form.getValues()))
    if (name !== undefined && error instanceof Error) {
      form.setError(
        name as FieldPath<Input>,
        { type: 'server', message: error.message },
        { shouldFocus: true },
      )
      return
    }
    console.error(error)
    toast({ title: 'Error', description: errorWords(error, options.failure), status: 'error' })
  }
  const send = async (values: Output) => {
    let result: Result
    try {
      result = await options.onSubmit(values)
    } catch (error) {
      reject(error)
      return
    }
    guard.release()
    form.reset(form.getValues())
    options.onSaved?.(result)
  }
  const submit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    // A form within a portal or dialog of another form is not part of that one.
    event?.stopPropagation()
    if (inFlight.current) return
    inFlight.current = true
    try {
      await form.handleSubmit(send)(event)
    } finally {
      inFlight.current = false
    }
  }
  return { ...form, submit, field: (name) => ({ name }), guard }
}

const FormRoot = chakra('form', { base: { display: 'grid', gap: '1.1rem', minWidth: '0' } })

interface FormProps<Input extends FieldValues, Output> extends Omit<
  ComponentProps<typeof FormRoot>,
  'onSubmit'
> {
  form: KitForm<Input, Output>
  /** The record may only be read: its fields are text. */
  readOnly?: boolean
  children: ReactNode
}

/** The form element; fields of `./fields` within it find their form. */
export function Form<Input extends FieldValues, Output>({
  form,
  readOnly = false,
  children,
  ...rest
}: FormProps<Input, Output>) {
  return (
    <FormProvider {...form}>
      <ReadOnly value={readOnly}>
        <FormRoot noValidate onSubmit={(event) => void form.submit(event)} {...rest}>
          {children}
          {form.guard.question}
        </FormRoot>
      </ReadOnly>
    </FormProvider>
  )
}

/** The button that sends its form; busy while it is being saved. */
export function SubmitButton({ busyLabel = 'Saving...', ...rest }: ComponentProps<typeof Button>) {
  const { isSubmitting } = useFormState()
  return <Button type="submit" busy={isSubmitting} busyLabel={busyLabel} {...rest} />
}
