import { logFailure } from '@shop/router'
import {
  QueryCache,
  QueryClient,
  QueryClientProvider,
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
  type UseMutationOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { BackendError } from './backend-error'
import type { Backend } from './backend'

/** Backend and query cache: one pair per tab, or per request on a server. */
export interface DataContextValue {
  backend: Backend
  queryClient: QueryClient
}

/** A query, used by a route loader to fetch and by a page to show it. */
export interface AppQuery<T> {
  readonly key: readonly unknown[]
  readonly queryFn: (db: Backend, signal: AbortSignal) => Promise<T>
}

/** Declares a query. Queries with equal keys share one result. */
export function queryOptions<T>(definition: AppQuery<T>): AppQuery<T> {
  return definition
}

// Pages show a message of their own; the error itself is logged here. The server logs its errors elsewhere.
const logInBrowser = (error: Error) => {
  if (typeof document !== 'undefined') logFailure(error)
}

/** Creates the query cache. Queries are retried once, and only after errors that may pass. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: logInBrowser }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        retryDelay: 400,
        retry: (failures, error) => failures < 1 && !(error instanceof BackendError && !error.retryable),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/**
 * Adds the server's results to the cache, so that the page does not fetch them again. They count as fresh, whatever the
 * age of the page: the server renders pages again when the data of the shop changes.
 * @param dehydrated keys and results, from `dehydrateQueries`
 */
export function hydrateQueries(queryClient: QueryClient, dehydrated: unknown): void {
  const results: unknown[] = Array.isArray(dehydrated) ? dehydrated : []
  for (const result of results)
    if (Array.isArray(result) && Array.isArray(result[0])) queryClient.setQueryData(result[0], result[1])
}

const DataContext = createContext<DataContextValue | null>(null)

/** Provides backend and query cache to its children. */
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
 * The result of a query, which is fetched unless it is cached.
 *
 * @param query null fetches nothing
 * @param options keepPrevious: shows the previous result while another key loads; staleMs: how long a result is fresh;
 *   everyMs: how often it is fetched again while the page is visible; cachedOnly: shows what is cached and fetches nothing
 */
export function useAppQuery<T>(
  query: AppQuery<T> | null,
  options: { keepPrevious?: boolean; staleMs?: number; everyMs?: number; cachedOnly?: boolean } = {},
): UseQueryResult<T> {
  const backend = useBackend()
  return useQuery<T>({
    queryKey: query?.key ?? ['no query'],
    queryFn: ({ signal }) => (query ? query.queryFn(backend, signal) : Promise.reject(new Error('No query'))),
    enabled: query !== null && !options.cachedOnly,
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
    ...(options.staleMs !== undefined && { staleTime: options.staleMs }),
    ...(options.everyMs !== undefined && { refetchInterval: options.everyMs }),
  })
}

/**
 * The result of a query, for which the component waits in the `Suspense` around it: on a server too, so that a fragment needs no loader.
 * Throws its error.
 */
export function useAwaitedQuery<T>({ key, queryFn }: AppQuery<T>): T {
  const backend = useBackend()
  return useSuspenseQuery<T>({ queryKey: key, queryFn: ({ signal }) => queryFn(backend, signal) }).data
}

/** Fetches a query into the cache unless it is cached. Rejects with its error. */
export function ensureQuery<T>({ backend, queryClient }: DataContextValue, query: AppQuery<T>): Promise<T> {
  return queryClient.ensureQueryData({
    queryKey: query.key,
    queryFn: ({ signal }) => query.queryFn(backend, signal),
  })
}

type AppMutationOptions<T, Input, Undo> = Omit<UseMutationOptions<T, Error, Input, Undo>, 'mutationFn'> & {
  mutationFn: (db: Backend, input: Input) => Promise<T>
}

/** A mutation, with TanStack Query's callbacks for optimistic updates. */
export function useAppMutation<T, Input = void, Undo = unknown>({
  mutationFn,
  ...options
}: AppMutationOptions<T, Input, Undo>) {
  const backend = useBackend()
  return useMutation<T, Error, Input, Undo>({ ...options, mutationFn: (input) => mutationFn(backend, input) })
}

/** Backend and query cache, for code that fetches outside of rendering. */
export function useDataContext(): DataContextValue {
  const backend = useBackend()
  const queryClient = useQueryClient()
  return useMemo(() => ({ backend, queryClient }), [backend, queryClient])
}
