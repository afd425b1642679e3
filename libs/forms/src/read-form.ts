import type { StandardProps } from 'valibot'

/** An object schema whose keys are the names of fields: of valibot, or any other of standardschema.dev. */
export interface FormSchema<Input = unknown, Output = unknown> {
  readonly '~standard': Omit<StandardProps<Input, Output>, 'vendor'> & { readonly vendor: string }
}

/** The names of a form's fields. */
export type FieldName<Schema extends FormSchema> = keyof NonNullable<Schema['~standard']['types']>['input'] &
  string

/** What a form holds, as its schema gives it. */
export type FormValues<Schema extends FormSchema> = NonNullable<Schema['~standard']['types']>['output']

/** Under this name stands what is wrong with a form as a whole. */
export const wholeForm = ''

/** One message for each field that is wrong, by the field's name. */
export type FormErrors = Readonly<Partial<Record<string, string>>>

type FormReading<Values> = { values: Values; errors: null } | { values: null; errors: FormErrors }

/**
 * Reads a form, in the browser or on the web server.
 *
 * @returns the schema's output, or the first error of each field
 * @throws Error for a schema that answers later
 */
export function readForm<Schema extends FormSchema>(
  schema: Schema,
  data: FormData,
): FormReading<FormValues<Schema>> {
  const result = schema['~standard'].validate(Object.fromEntries(data))
  if (result instanceof Promise) throw new Error('A form is checked at once')
  if (!result.issues) return { values: result.value, errors: null }
  const errors: Record<string, string> = {}
  for (const { path, message } of result.issues) {
    const [step = wholeForm] = path ?? []
    errors[String(typeof step === 'object' ? step.key : step)] ??= message
  }
  return { values: null, errors }
}
