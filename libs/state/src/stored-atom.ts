import { atom, type WritableAtom } from 'jotai'
import { readText, writeText } from './browser-storage'
import { formatStored, parseStored, type Schema, type StoredOptions } from './stored-item'

/** A new value, or how it follows from the stored one; undefined removes the key and brings the fallback back. */
type Update<Value> = Value | undefined | ((stored: Value) => Value | undefined)

/** An atom whose value is in the browser's storage. Read it with `useStored`. */
export type StoredAtom<Value> = WritableAtom<Value, [Update<Value>], void> & { readonly fallback: Value }

interface Cached<Value> {
  /** The text that the value was parsed from: the same text keeps its object. */
  text: string | null
  value: Value
  /** True while the browser refuses to store the value: it then lives here alone. */
  refused: boolean
}

/**
 * An atom of a value in the browser's storage. The storage is the truth: it is read again when the atom is mounted and
 * when another tab writes, and before each update.
 *
 * @param key its name in the storage
 * @param schema parses what is stored
 */
export function storedAtom<Value>(
  key: string,
  schema: Schema<Value>,
  options: StoredOptions<Value>,
): StoredAtom<Value> {
  const { storage, fallback } = options
  // Made once in each store, so visitors of a server share nothing.
  const cacheAtom = atom((): Cached<Value> => ({ text: null, value: fallback, refused: false }))
  const read = (cache: Cached<Value>): Value => {
    if (cache.refused) return cache.value
    const text = readText(storage, key)
    if (text !== cache.text) {
      cache.text = text
      cache.value = parseStored(text, schema, options)
    }
    return cache.value
  }

  const readings = atom(0)
  readings.onMount = (setReadings) => {
    const readAgain = () => {
      setReadings((count) => count + 1)
    }
    const onStorage = (event: StorageEvent) => {
      if (event.key === key || event.key === null) readAgain()
    }
    readAgain()
    addEventListener('storage', onStorage)
    return () => {
      removeEventListener('storage', onStorage)
      readAgain() // who mounts it next must not see what was cached meanwhile
    }
  }

  const stored = atom(
    (get) => {
      get(readings)
      return read(get(cacheAtom))
    },
    (get, set, update: Update<Value>) => {
      const cache = get(cacheAtom)
      const next = update instanceof Function ? update(read(cache)) : update
      const text = formatStored(next, options)
      cache.refused = !writeText(storage, key, text)
      cache.text = text
      cache.value = next === undefined ? fallback : next
      set(readings, (count) => count + 1)
    },
  )
  return Object.assign(stored, { fallback })
}
