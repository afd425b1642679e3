import { MutationObserver, type QueryClient } from '@tanstack/react-query'

/** Mutations that are sent one after another, in the order they were made, so that the last one wins. */
export interface MutationScope<Variables extends object, Result> {
  /** Queues a mutation behind the earlier ones. Rejects with the error of its own request. */
  mutate(variables: Variables): Promise<Result>
  /** Pending mutations, oldest first, for optimistic updates. The same array until it changes. */
  pending(): readonly Variables[]
  subscribe(listener: () => void): () => void
}

interface MutationScopeOptions<Variables, Result> {
  /** The scope's id in TanStack Query's mutation cache, which holds the queue. */
  scope: string
  mutationFn: (variables: Variables) => Promise<Result>
  /**
   * Called when a mutation stops being pending, so that cache and optimistic update change in one render.
   * @param result undefined if it failed
   */
  onSettled: (variables: Variables, result: Result | undefined) => void
}

/** Creates a scope. Pending mutations are compared by the identity of their variables. */
export function createMutationScope<Variables extends object, Result>(
  queryClient: QueryClient,
  { scope, mutationFn, onSettled }: MutationScopeOptions<Variables, Result>,
): MutationScope<Variables, Result> {
  const options = { scope: { id: scope }, mutationKey: [scope], mutationFn }
  const listeners = new Set<() => void>()
  let pending: readonly Variables[] = []
  const setPending = (next: readonly Variables[]) => {
    pending = next
    listeners.forEach((listener) => {
      listener()
    })
  }
  return {
    mutate(variables) {
      const observer = new MutationObserver<Result, Error, Variables>(queryClient, options)
      const unsubscribe = observer.subscribe(({ status, data }) => {
        if (status !== 'success' && status !== 'error') return
        unsubscribe()
        onSettled(variables, data)
        setPending(pending.filter((other) => other !== variables))
      })
      const result = observer.mutate(variables)
      setPending([...pending, variables])
      return result
    },
    pending: () => pending,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
