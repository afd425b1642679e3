import {
  QueryCache,
  QueryClient,
  QueryClientProvider,
  hydrate,
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationOptions,
  type DehydratedState,
  type UseQueryResult,
} from '@tanstack/react-query'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { BackendError } from './backend-error'
import type { Backend } from './backend'

/** What reads and changes need: the backend and the cache, one pair per tab or per request on a server. */
export interface DataContextValue {
  backend: Backend
  queryClient: QueryClient
}

/** A named read: the same object starts it in a route loader and shows it in a page. */
export interface AppQuery<T> {
  readonly key: readonly unknown[]
  readonly queryFn: (db: Backend, signal: AbortSignal) => Promise<T>
}

/** Declares a read. Equal keys mean equal answers. */
export function queryOptions<T>(definition: AppQuery<T>): AppQuery<T> {
  return definition
}

// Every page shows a failed read in its own words; what was behind it is logged here. A server tells its own failures.
const logFailure = (error: Error) => {
  if (typeof document !== 'undefined') console.error(error)
}

/** A cache whose reads are retried once, and only where trying again may help. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: logFailure }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        retryDelay: 400,
        retry: (failures, error) => failures < 1 && !(error instanceof BackendError && !error.passing),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/**
 * Takes over what the server read, so that the page does not ask again. It counts as read now, however long ago the
 * page was made: the server makes pages anew when the shop's data changes.
 */
export function hydrateQueries(queryClient: QueryClient, packed: unknown): void {
  const { queries = [], ...rest } = packed as Partial<DehydratedState>
  const readNow = queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt: Date.now() } }))
  hydrate(queryClient, { ...rest, queries: readNow })
}

const DataContext = createContext<DataContextValue | null>(null)

/** Gives backend and cache to everything below it. */
export function DataProvider({ data, children }: { data: DataContextValue; children: ReactNode }) {
  return (
    <DataContext.Provider value={data}>
      <QueryClientProvider client={data.queryClient}>{children}</QueryClientProvider>
    </DataContext.Provider>
  )
}

/** The backend of this tab or request. */
export function useBackend(): Backend {
  const data = useContext(DataContext)
  if (!data) throw new Error('useBackend needs a <DataProvider> above it')
  return data.backend
}

/**
 * Shows a read, starting it when a loader has not.
 *
 * @param asked the read, or null to ask for nothing
 * @param options keepPrevious: while another key loads go on showing the last answer; staleMs: how long it counts as fresh
 */
export function useAppQuery<T>(
  asked: AppQuery<T> | null,
  options: { keepPrevious?: boolean; staleMs?: number } = {},
): UseQueryResult<T> {
  const backend = useBackend()
  return useQuery<T>({
    queryKey: asked?.key ?? ['nothing asked'],
    queryFn: ({ signal }) =>
      asked ? asked.queryFn(backend, signal) : Promise.reject(new Error('Nothing asked')),
    enabled: asked !== null,
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
    ...(options.staleMs !== undefined && { staleTime: options.staleMs }),
  })
}

/** Starts a read into the cache. Rejects with the read's error. */
export function ensureQuery<T>({ backend, queryClient }: DataContextValue, asked: AppQuery<T>): Promise<T> {
  return queryClient.ensureQueryData({
    queryKey: asked.key,
    queryFn: ({ signal }) => asked.queryFn(backend, signal),
  })
}

type AppMutationOptions<T, Input, Undo> = Omit<UseMutationOptions<T, Error, Input, Undo>, 'mutationFn'> & {
  mutationFn: (db: Backend, input: Input) => Promise<T>
}

/** A write, with the hooks of an optimistic change around it. */
export function useAppMutation<T, Input = void, Undo = unknown>({
  mutationFn,
  ...options
}: AppMutationOptions<T, Input, Undo>) {
  const backend = useBackend()
  return useMutation<T, Error, Input, Undo>({ ...options, mutationFn: (input) => mutationFn(backend, input) })
}

/** Backend and cache together, for code that starts reads outside of rendering. */
export function useDataContext(): DataContextValue {
  const backend = useBackend()
  const queryClient = useQueryClient()
  return useMemo(() => ({ backend, queryClient }), [backend, queryClient])
}
