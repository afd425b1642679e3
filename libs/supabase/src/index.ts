export { useQueryClient } from '@tanstack/react-query'
export type { Session, User } from '@supabase/supabase-js'
export { createBackend, type Backend, type BackendConfig } from './backend'
export { BackendError } from './backend-error'
export {
  createQueryClient,
  DataProvider,
  ensureQuery,
  queryOptions,
  hydrateQueries,
  useBackend,
  useAppMutation,
  useAppQuery,
  useAwaitedQuery,
  useDataContext,
  type DataContextValue,
  type AppQuery,
} from './query'
export type { Database, Json } from './database.types'
export { guestCookie, guestCookieSeconds, hostCookie, isGuestId, newGuestId, readGuestCookie } from './guest'
export { createLoader, loaderContext, type LoadArgs, type EnsureQuery } from './create-loader'
export { createMutationScope } from './mutation-scope'
export { onFailure } from './on-failure'
export { maybeRow, row, rows } from './results'
export { useServerTime } from './server-time'
