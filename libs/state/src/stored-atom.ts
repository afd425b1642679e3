import { atom, type WritableAtom } from 'jotai'
import { readText, writeText } from './browser-storage'
import { formatStored, parseStored, type Schema, type StoredOptions } from './stored-item'

/** A new value, or a function from the stored value to it; undefined removes the key, so the fallback applies. */
type Update<Value> = Value | undefined | ((stored: Value) => Value | undefined)

/** An atom whose value is in the browser's storage. Read it with `useStored`. */
export type StoredAtom<Value> = WritableAtom<Value, [Update<Value>], void> & { readonly fallback: Value }

interface Cached<Value> {
  /** The text that the value was parsed from. An unchanged text returns the same object. */
  text: string | null
  value: Value
  /** True when the browser rejected to store the value, which is then in memory only. */
  rejected: boolean
}

/**
 * An atom of a value in the browser's storage. The storage is the source of truth: it is read again on mount, when
 * another tab writes, and before each update.
 *
 * @param key key in the storage
 * @param schema parses what is stored
 */
export function storedAtom<Value>(
  key: string,
  schema: Schema<Value>,
  options: StoredOptions<Value>,
): StoredAtom<Value> {
  const { storage, fallback } = options
  // One cache per store, so that visitors of a server share nothing.
  const cacheAtom = atom((): Cached<Value> => ({ text: null, value: fallback, rejected: false }))
  const read = (cache: Cached<Value>): Value => {
    if (cache.rejected) return cache.value
    const text = readText(storage, key)
    if (text !== cache.text) {
      cache.text = text
      cache.value = parseStored(key, text, schema, options)
    }
    return cache.value
  }

  const readCount = atom(0)
  readCount.onMount = (setReadCount) => {
    const readAgain = () => {
      setReadCount((count) => count + 1)
    }
    const onStorage = (event: StorageEvent) => {
      if (event.key === key || event.key === null) readAgain()
    }
    readAgain()
    addEventListener('storage', onStorage)
    return () => {
      removeEventListener('storage', onStorage)
      readAgain() // the next mount must not see a stale cache
    }
  }

  const stored = atom(
    (get) => {
      get(readCount)
      return read(get(cacheAtom))
    },
    (get, set, update: Update<Value>) => {
      const cache = get(cacheAtom)
      const next = update instanceof Function ? update(read(cache)) : update
      const text = formatStored(next, options)
      cache.rejected = !writeText(storage, key, text)
      cache.text = text
      cache.value = next === undefined ? fallback : next
      set(readCount, (count) => count + 1)
    },
  )
  return Object.assign(stored, { fallback })
}
