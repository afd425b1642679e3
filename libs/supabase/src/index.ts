export { useQueryClient } from '@tanstack/react-query'
export type { Session, User } from '@supabase/supabase-js'
export { createBackend, type Backend, type BackendConfig } from './backend'
export { BackendError } from './backend-error'
export {
  createQueryClient,
  DataProvider,
  fetchData,
  query,
  unpackData,
  useBackend,
  useChange,
  useData,
  useDataContext,
  type Data,
  type Query,
} from './data'
export type { Database, Json } from './database.types'
export {
  cartFormPath,
  formCookie,
  guestCookie,
  guestCookieSeconds,
  guestIdIn,
  isGuestId,
  newGuestId,
} from './guest'
export { load, loaderContext, type LoadArgs, type Read } from './load'
export { createMutationScope } from './mutation-scope'
export { maybeRow, row, rows } from './results'
