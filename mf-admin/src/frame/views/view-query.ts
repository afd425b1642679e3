import { paramsAfter, stateOf, type Entries } from '../../kit/url-state'

/** The parameters of a list, as the screen itself declares them. */
export interface ListParams {
  readonly entries: Entries
}

/**
 * The part of an address that a view keeps: filters and order that differ from the usual ones, in a fixed order; not the page, nor
 * what is opened over the list. What the screen no longer understands is left out.
 */
export function viewQuery({ entries }: ListParams, params: URLSearchParams): string {
  const { page: _, ...kept } = entries
  return paramsAfter(kept, new URLSearchParams(), stateOf(kept, params)).toString()
}

/** An address with the filters and order of a view in place of its own, from the first page on. */
export function withView(schema: ListParams, params: URLSearchParams, query: string): URLSearchParams {
  const next = new URLSearchParams(viewQuery(schema, new URLSearchParams(query)))
  for (const [name, value] of params) if (!(name in schema.entries)) next.set(name, value)
  return next
}

/** Whether an address asks for nothing of its own: neither filter nor page nor record. */
export const isPlain = (params: URLSearchParams): boolean => [...params.keys()].length === 0
