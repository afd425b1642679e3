import { randomBytes } from 'node:crypto'

const quotedValue = /(?<=[.(,])"((?:[^"\\]|\\.)*)"(?!\.)/g
const takesQuotes = /^(not\.)?(in\.)?\(/

/**
 * In lists and logic trees PostgREST reads `"…"` as one value, with `\"` and `\\` inside. The API does so only in
 * part, so the values are lifted out of the address, names put in their place, and put back into the parsed query.
 * @returns the address to pass on and what each name stands for
 */
export function liftQuoted(address: string): { address: string; values: Map<string, string> } {
  const values = new Map<string, string>()
  if (!address.includes('%22') && !address.includes('"')) return { address, values }
  const url = new URL(address)
  const mark = `q${randomBytes(8).toString('hex')}x`
  for (const [name, text] of [...url.searchParams]) {
    const logic = /(^|\.)(or|and)$/.test(name)
    if (!logic && !takesQuotes.test(text)) continue
    const lifted = text.replace(quotedValue, (_all, inner: string) => {
      const standIn = `${mark}${values.size}`
      values.set(standIn, inner.replace(/\\(.)/gs, '$1'))
      return standIn
    })
    url.searchParams.set(name, lifted)
  }
  return { address: values.size > 0 ? url.href : address, values }
}

/** Puts lifted values back, wherever in a parsed query they stand; `operator` is the key that led there. */
function putBack(query: unknown, values: Map<string, string>, operator = ''): unknown {
  if (typeof query === 'string') {
    const value = values.get(query)
    return value !== undefined && /like/i.test(operator) ? value.replaceAll('*', '%') : (value ?? query)
  }
  if (Array.isArray(query)) return query.map((part) => putBack(part, values, operator))
  if (query === null || typeof query !== 'object') return query
  return putBackInto(query, values)
}

/** The same for the fields of an object. */
export function putBackInto<T extends object>(query: T, values: Map<string, string>): T {
  const fields = Object.entries(query).map(([name, part]): [string, unknown] => [
    name,
    putBack(part, values, name),
  ])
  return Object.assign({ ...query }, Object.fromEntries(fields))
}
