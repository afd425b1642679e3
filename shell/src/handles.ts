import type { AppQuery } from '@shop/supabase'

/** The handle of the not-found routes. */
export const notFoundHandle = { notFound: true } as const

/** Whether a handle is that of a not-found route. */
export const isNotFoundHandle = (handle: unknown): boolean => handle === notFoundHandle

/** A handle whose `named` gives the query of the product or category that the page shows. */
export interface NamedHandle {
  named: (params: unknown) => AppQuery<unknown>
}

/** Whether a route shows a product or category, which may be missing. */
export const isNamedHandle = (handle: unknown): handle is NamedHandle =>
  typeof handle === 'object' && handle !== null && 'named' in handle && typeof handle.named === 'function'
