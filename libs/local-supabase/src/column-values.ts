/** Lists in lists that an array of Postgres can hold. */
const maxDimensions = 6
const texts = /^(text|varchar|character varying|bpchar|character|citext|name)$/

/** A value that its column or argument cannot hold, with the SQLSTATE the database would reject it with. */
export class InvalidValue extends Error {
  readonly code = '22P02'
}

/** A database function as the API describes it. */
export interface KnownFunction {
  schema: string
  name: string
  arg_names: string[]
  arg_types: string[]
  has_variadic: boolean
}

/**
 * A value of a request's JSON in the form in which the driver passes it on unchanged. The rules are those of
 * `json_populate_record`, by which PostgREST reads a body: a list becomes an array, and a list or an object
 * for a text becomes its JSON text. Other types reject both here: the database would read a date out of some.
 * @param type of the column or argument: `jsonb`, `text`, `_text` or `text[]` for an array
 * @throws UnfitValue for anything but a list where an array is expected, and for lists and objects elsewhere
 */
export function databaseValue(value: unknown, type: string): unknown {
  if (value == null || value instanceof Date || value instanceof Uint8Array) return value
  if (/^jsonb?$/.test(type)) return JSON.stringify(value)
  if (/^_|\[\]$/.test(type)) return arrayValue(value)
  if (typeof value !== 'object') return value
  if (texts.test(type)) return JSON.stringify(value)
  throw new InvalidValue(`invalid input syntax for type ${type}`)
}

/** The same for the values of a row. JSON is encoded twice, since the API decodes texts for such columns. */
export function databaseRow(row: object, types: ReadonlyMap<string, string>): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => {
      const type = types.get(name)
      if (type === undefined) return [name, value]
      const converted = databaseValue(value, type)
      return [
        name,
        /^jsonb?$/.test(type) && typeof converted === 'string' ? JSON.stringify(converted) : converted,
      ]
    }),
  )
}

/**
 * The same for the named arguments of a function call.
 * @param overloads the functions of that name, of which an argument's type is taken where they agree on it
 */
export function databaseArguments(args: object, overloads: readonly KnownFunction[]): object {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]: [string, unknown]) => {
      const typeIn = (one: KnownFunction) => one.arg_types[one.arg_names.indexOf(name)] ?? []
      const types = new Set(overloads.flatMap((one) => (one.has_variadic ? [] : typeIn(one))))
      const [type] = types
      return [name, type === undefined || types.size > 1 ? value : databaseValue(value, type)]
    }),
  )
}

function arrayValue(value: unknown): string {
  if (Array.isArray(value)) return arrayText(value, 1)
  // A text may hold a Postgres array literal; JSON in a text is not one, though the API would decode it.
  if (typeof value === 'string' && !/^\s*\[/.test(value)) return value
  throw new InvalidValue(typeof value === 'string' ? 'malformed array literal' : 'expected JSON array')
}

function arrayText(list: readonly unknown[], depth: number): string {
  if (depth > maxDimensions)
    throw new InvalidValue(`An array has at most ${String(maxDimensions)} dimensions.`)
  return `{${list
    .map((entry) => {
      if (entry === null) return 'NULL'
      if (Array.isArray(entry)) return arrayText(entry, depth + 1)
      const text = typeof entry === 'string' ? entry : JSON.stringify(entry)
      return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
    })
    .join(',')}}`
}
