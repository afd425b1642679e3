import * as v from 'valibot'
import { readText, writeText, type StorageName } from './browser-storage'

/** Schema of a stored value. */
export type Schema<Value> = v.GenericSchema<unknown, Value>

export interface StoredOptions<Value> {
  /** 'local' persists, 'session' ends with the tab. */
  storage: StorageName
  /** The value when nothing valid is stored, on a server, and during hydration. */
  fallback: Value
  /** 'text' stores a string unchanged; the default is 'json'. */
  format?: 'json' | 'text'
}

/** One value in the browser's storage. */
export interface StoredItem<Value> {
  /** The stored value, or the fallback. */
  read(): Value
  /** Stores a value; undefined removes the key. @returns false where storage is blocked or full */
  write(value: Value | undefined): boolean
}

/** Parses a stored text. @returns the value, or the fallback */
export function parseStored<Value>(
  text: string | null,
  schema: Schema<Value>,
  { fallback, format }: StoredOptions<Value>,
): Value {
  if (text === null) return fallback
  try {
    const parsed = v.safeParse(schema, format === 'text' ? text : JSON.parse(text))
    return parsed.success ? parsed.output : fallback
  } catch {
    return fallback // not JSON
  }
}

/** Serialises a value. @returns the text to store; null for undefined */
export function formatStored<Value>(
  value: Value | undefined,
  { format }: StoredOptions<Value>,
): string | null {
  if (value === undefined) return null
  return format === 'text' ? String(value) : JSON.stringify(value)
}

/** A value in the browser's storage for code outside React. Changes are not observable. */
export function storedItem<Value>(
  key: string,
  schema: Schema<Value>,
  options: StoredOptions<Value>,
): StoredItem<Value> {
  return {
    read: () => parseStored(readText(options.storage, key), schema, options),
    write: (value) => writeText(options.storage, key, formatStored(value, options)),
  }
}
