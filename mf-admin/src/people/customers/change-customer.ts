import { row, useAppMutation, type Backend } from '@shop/supabase'
import { useRefresh } from '../../frame/staff/use-refresh'
import type { customerRecord } from './customer-values'

interface Saved {
  id: string
  /** Of the record that was changed. */
  version: number
  values: ReturnType<typeof customerRecord>
}

/** @throws BackendError with hint 'stale_version' if somebody else changed it, or with the name of the rejected field */
async function saveCustomer(db: Backend, { id, version, values }: Saved): Promise<void> {
  await row(db.rpc('save_customer', { p_id: id, p_version: version, p_values: values }))
}

/** Two records of one person. */
interface Merge {
  mainId: string
  mergedId: string
}

/** @throws BackendError if one of them may not be merged, or has been meanwhile */
async function mergeCustomers(db: Backend, { mainId, mergedId }: Merge): Promise<void> {
  await row(db.rpc('merge_customers', { p_main: mainId, p_merged: mergedId }))
}

async function unmergeCustomer(db: Backend, id: string): Promise<void> {
  await row(db.rpc('unmerge_customer', { p_merged: id }))
}

/** Changes a customer's record; what shows it is read again. Needs the right 'customers', as all of these. */
export function useSaveCustomer() {
  const refresh = useRefresh()
  return useAppMutation({ mutationFn: saveCustomer, onSettled: () => refresh('customers') })
}

/** Merges the record of a guest into another one. */
export function useMergeCustomers() {
  const refresh = useRefresh()
  return useAppMutation({ mutationFn: mergeCustomers, onSettled: () => refresh('customers') })
}

/** Takes the merge of a record back. */
export function useUnmergeCustomer() {
  const refresh = useRefresh()
  return useAppMutation({ mutationFn: unmergeCustomer, onSettled: () => refresh('customers') })
}
