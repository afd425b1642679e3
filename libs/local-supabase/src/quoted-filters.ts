import { randomBytes } from 'node:crypto'

const quotedValue = /(?<=[.(,])"((?:[^"\\]|\\.)*)"(?!\.)/g
const takesQuotes = /^(not\.)?(in\.)?\(/

/**
 * In lists and logic trees PostgREST reads `"…"` as one value, with `\"` and `\\` inside. The API does so only in
 * part, so the values are replaced with placeholders in the URL and restored in the parsed query.
 * @returns the URL to pass on and the value of each placeholder
 */
export function extractQuoted(address: string): { address: string; values: Map<string, string> } {
  const values = new Map<string, string>()
  if (!address.includes('%22') && !address.includes('"')) return { address, values }
  const url = new URL(address)
  const mark = `q${randomBytes(8).toString('hex')}x`
  for (const [name, text] of [...url.searchParams]) {
    const logic = /(^|\.)(or|and)$/.test(name)
    if (!logic && !takesQuotes.test(text)) continue
    const extracted = text.replace(quotedValue, (_all, inner: string) => {
      const placeholder = `${mark}${values.size}`
      values.set(placeholder, inner.replace(/\\(.)/gs, '$1'))
      return placeholder
    })
    url.searchParams.set(name, extracted)
  }
  return { address: values.size > 0 ? url.href : address, values }
}

/** Restores extracted values anywhere in a parsed query; `operator` is the key of the value. */
function restoreValue(query: unknown, values: Map<string, string>, operator = ''): unknown {
  if (typeof query === 'string') {
    const value = values.get(query)
    return value !== undefined && /like/i.test(operator) ? value.replaceAll('*', '%') : (value ?? query)
  }
  if (Array.isArray(query)) return query.map((part) => restoreValue(part, values, operator))
  if (query === null || typeof query !== 'object') return query
  return restoreValues(query, values)
}

/** The same for the fields of an object. */
export function restoreValues<T extends object>(query: T, values: Map<string, string>): T {
  const fields = Object.entries(query).map(([name, part]): [string, unknown] => [
    name,
    restoreValue(part, values, name),
  ])
  return Object.assign({ ...query }, Object.fromEntries(fields))
}
