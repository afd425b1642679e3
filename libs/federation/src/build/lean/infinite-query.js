// In place of TanStack Query's: no list of the shop is fetched page after page into one.
/** Fetches as any query does. */
export const infiniteQueryBehavior = () => undefined

export const hasNextPage = () => false
export const hasPreviousPage = hasNextPage
