import type { AppQuery } from '@shop/supabase'

/** The handle of a route whose addresses lead nowhere. */
export const nowhere = { nowhere: true } as const

/** Whether a route says that its addresses lead nowhere. */
export const leadsNowhere = (handle: unknown): boolean => handle === nowhere

/** What a route that names itself by `handle.named` says: the read of the thing it shows. */
export interface Named {
  named: (params: unknown) => AppQuery<unknown>
}

/** Whether a route shows a thing that may or may not be there. */
export const isNamed = (handle: unknown): handle is Named =>
  typeof handle === 'object' && handle !== null && 'named' in handle && typeof handle.named === 'function'
