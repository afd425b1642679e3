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

/** Parses the text stored under a key. One that does not fit is removed. @returns the value, or the fallback */
export function parseStored<Value>(
  key: string,
  text: string | null,
  schema: Schema<Value>,
  { storage, fallback, format }: StoredOptions<Value>,
): Value {
  if (text === null) return fallback
  try {
    return v.parse(schema, format === 'text' ? text : JSON.parse(text))
  } catch {
    writeText(storage, key, null)
    return fallback
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
    read: () => parseStored(key, readText(options.storage, key), schema, options),
    write: (value) => writeText(options.storage, key, formatStored(value, options)),
  }
}
