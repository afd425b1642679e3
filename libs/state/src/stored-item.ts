import * as v from 'valibot'
import { readText, writeText, type StorageName } from './browser-storage'

/** What a stored value is parsed by. */
export type Schema<Value> = v.GenericSchema<unknown, Value>

export interface StoredOptions<Value> {
  /** 'local' outlives the tab, 'session' ends with it. */
  storage: StorageName
  /** The value where nothing valid is stored, on a server, and while hydrating. */
  fallback: Value
  /** 'text' stores a string as it is; the standard is JSON. */
  format?: 'json' | 'text'
}

/** One value in the browser's storage. */
export interface StoredItem<Value> {
  /** What is stored, or the fallback. */
  read(): Value
  /** Stores a value; undefined removes the key. @returns false where the browser refuses storage or has none left */
  write(value: Value | undefined): boolean
}

/** @returns the value that a stored text stands for, or the fallback */
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

/** @returns the text to store for a value; null for none */
export function formatStored<Value>(
  value: Value | undefined,
  { format }: StoredOptions<Value>,
): string | null {
  if (value === undefined) return null
  return format === 'text' ? String(value) : JSON.stringify(value)
}

/** A value in the browser's storage for code outside of React; nobody hears of its changes. */
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
