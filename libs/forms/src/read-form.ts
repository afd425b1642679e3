import type { StandardProps } from 'valibot'

/** An object schema whose keys are field names: from valibot or any library of standardschema.dev. */
export interface FormSchema<Input = unknown, Output = unknown> {
  readonly '~standard': Omit<StandardProps<Input, Output>, 'vendor'> & { readonly vendor: string }
}

/** The names of a form's fields. */
export type FieldName<Schema extends FormSchema> = keyof NonNullable<Schema['~standard']['types']>['input'] &
  string

/** A form's values, as its schema outputs them. */
export type FormValues<Schema extends FormSchema> = NonNullable<Schema['~standard']['types']>['output']

/** One message for each invalid field, by field name. */
export type FormErrors = Readonly<Partial<Record<string, string>>>

type FormResult<Values> = { values: Values; errors: null } | { values: null; errors: FormErrors }

/**
 * Validates a form, in the browser or on the web server.
 *
 * @returns the schema's output, or the first error of each field
 * @throws Error for an asynchronous schema
 */
export function readForm<Schema extends FormSchema>(
  schema: Schema,
  data: FormData,
): FormResult<FormValues<Schema>> {
  const result = schema['~standard'].validate(Object.fromEntries(data))
  if (result instanceof Promise) throw new Error('An asynchronous schema is not supported')
  if (!result.issues) return { values: result.value, errors: null }
  const errors: Record<string, string> = {}
  for (const { path, message } of result.issues) {
    const [segment = ''] = path ?? []
    errors[String(typeof segment === 'object' ? segment.key : segment)] ??= message
  }
  return { values: null, errors }
}
