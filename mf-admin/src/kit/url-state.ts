import { useSearchParams } from '@shop/router'
import { useCallback, useMemo } from 'react'
import * as v from 'valibot'

type Entry = v.GenericSchema<string | undefined, unknown>

/** The rules of search parameters, by their names. */
export type Entries = Readonly<Record<string, Entry>>

/** What search parameters mean by their rules. */
export type State<E extends Entries> = { [Name in keyof E]: v.InferOutput<E[Name]> }

/** A parameter for the number of a page, from 1. */
export const pageParam = () =>
  v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number)), '1')

/** A parameter for a text; absent it is ''. @param max length in characters; anything longer is cut */
export const textParam = (max = 100) =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform((value) => value.slice(0, max)),
    ),
    '',
  )

/** A parameter for a choice. @param fallback the choice when it is absent, or none of these */
export const choiceParam = <const T extends string>(choices: readonly T[], fallback: NoInfer<T>) =>
  v.optional(v.picklist(choices), fallback)

const isDay = (text: string) =>
  !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/** A parameter for a day as an ISO date; absent it is ''. */
export const dayParam = () =>
  v.optional(v.union([v.literal(''), v.pipe(v.string(), v.isoDate(), v.check(isDay))]), '')

/** A parameter that is 'true' or absent. */
export const flagParam = () =>
  v.pipe(
    v.optional(v.string()),
    v.transform((value) => value === 'true'),
  )

/** A parameter as its rule reads it; what the rule rejects counts as absent. */
function read(entry: Entry, value: string | undefined): unknown {
  const result = v.safeParse(entry, value)
  return result.success ? result.output : v.parse(entry, undefined)
}

/** The state that search parameters describe. Parameters that the schema does not have are ignored. */
export function stateOf<E extends Entries>(entries: E, params: URLSearchParams): State<E> {
  const values = Object.entries(entries).map(([name, entry]) => [
    name,
    read(entry, params.get(name) ?? undefined),
  ])
  return Object.fromEntries(values) as State<E>
}

/** Parameters that say where in a list somebody is, and how it is sorted. */
const places = ['page', 'after']
const order = 'sort'

/** What a list is filtered by: the values that are set, texts without the spaces around them. */
export type FilterValues = Readonly<Record<string, string>>

/** The filter in the state of a list. */
export const filterOf = (state: Readonly<Record<string, unknown>>): FilterValues =>
  Object.fromEntries(
    Object.entries(state)
      .filter(([name]) => name !== order && !places.includes(name))
      .map(([name, value]) => [name, value ? String(value).trim() : ''] as const)
      .filter(([, value]) => value !== ''),
  )

/** The search parameters after a change: values that are as if absent are left out, and the list starts again at its beginning. */
export function paramsAfter<E extends Entries>(
  entries: E,
  params: URLSearchParams,
  change: Partial<State<E>>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const place of places) if (place in entries && !(place in change)) next.delete(place)
  for (const [name, value] of Object.entries<unknown>(change)) {
    const entry = entries[name]
    if (!entry) continue
    const isDefault = value === null || value === undefined || value === read(entry, undefined)
    if (isDefault) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/**
 * Filters, order and page of a list, kept in the URL: a link, a reload or Back shows the same.
 *
 * @param params an object schema of parameters (`pageParam`, `textParam`, ...); declare it outside of the component
 * @returns the state; `change(values)`, which leaves other parameters as they are; `replace: true` adds no history entry
 */
export function useUrlState<E extends Entries>({ entries }: { readonly entries: E }) {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => stateOf(entries, params), [entries, params])
  const change = useCallback(
    (values: Partial<State<E>>, { replace = false } = {}) => {
      setParams((now) => paramsAfter(entries, now, values), { replace, preventScrollReset: true })
    },
    [entries, setParams],
  )
  return [state, change] as const
}
