import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import { BackendError } from './backend-error'

async function answer<T>(request: PromiseLike<PostgrestSingleResponse<T>>): Promise<{ data: T; count: number | null }> {
  const { data, error, status, count } = await request
  if (error) throw new BackendError(status, error)
  return { data, count }
}

/** The rows of a list request. @throws BackendError */
export async function rows<T>(request: PromiseLike<PostgrestSingleResponse<T[]>>): Promise<T[]> {
  return (await answer(request)).data
}

/** A page of rows with the exact count of all (ask for `{count: 'exact'}`). @throws BackendError */
export async function page<T>(request: PromiseLike<PostgrestSingleResponse<T[]>>): Promise<{ rows: T[]; count: number }> {
  const { data, count } = await answer(request)
  return { rows: data, count: count ?? data.length }
}

/** The one row or value a request must give. @throws BackendError */
export async function row<T>(request: PromiseLike<PostgrestSingleResponse<T>>): Promise<T> {
  return (await answer(request)).data
}

/** The row of a `maybeSingle()` request, or null. @throws BackendError */
export async function maybeRow<T>(request: PromiseLike<PostgrestSingleResponse<T>>): Promise<T | null> {
  return (await answer(request)).data
}
