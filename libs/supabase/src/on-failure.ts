import type { QueryClient } from '@tanstack/react-query'

/** Calls back with the error of each query and mutation that fails. @returns stops watching */
export function onFailure(queryClient: QueryClient, failed: (error: unknown) => void): () => void {
  const stops = [
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') failed(event.action.error)
    }),
    queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') failed(event.action.error)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
