// What only a server needs of the data access; browsers never load this.
import { dehydrate, type QueryClient } from '@tanstack/react-query'

/** What was read, to be sent along with the page that shows it. Failed reads are left out: the page asks again. */
export function packData(queryClient: QueryClient): unknown {
  return dehydrate(queryClient)
}

/** True when a read of the page failed, so that it is not kept for the next visitor. */
export function hasFailed(queryClient: QueryClient): boolean {
  return queryClient.getQueryCache().getAll().some(({ state }) => state.status === 'error')
}
