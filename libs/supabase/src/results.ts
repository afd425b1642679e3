import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import { BackendError } from './backend-error'

/** The row or value of a request. @throws BackendError */
export async function row<T>(request: PromiseLike<PostgrestSingleResponse<T>>): Promise<T> {
  const { data, error, status } = await request
  if (error) throw new BackendError(status, error)
  return data
}

/** The rows of a list request. @throws BackendError */
export function rows<T>(request: PromiseLike<PostgrestSingleResponse<T[]>>): Promise<T[]> {
  return row(request)
}

/** The row of a `maybeSingle()` request, or null. @throws BackendError */
export function maybeRow<T>(request: PromiseLike<PostgrestSingleResponse<T>>): Promise<T | null> {
  return row(request)
}
