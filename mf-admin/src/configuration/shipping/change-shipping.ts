import { BackendError, row, useAppMutation, type Backend } from '@shop/supabase'
import { useToast } from '@shop/ui'
import { useRefresh } from '../../frame/staff/use-refresh'
import type { Kind } from './office-shipping'

/** The name of a kind at the start of a sentence: 'Zone created successfully.' */
export const kindWords: Record<Kind, string> = { zone: 'Zone', method: 'Method', rule: 'Rule' }

interface Saved {
  kind: Kind
  /** Undefined adds a record. */
  id?: string
  /** The version that was read. */
  version?: number
  /** By column. */
  fields: object
}

/** Whether a record cannot be saved or deleted because somebody has deleted it. */
export const isGone = (error: unknown): error is BackendError =>
  error instanceof BackendError && error.hint === 'shipping_gone'

async function saveShipping(db: Backend, { kind, id, version, fields }: Saved): Promise<void> {
  const p_fields = JSON.parse(JSON.stringify(fields))
  await row(db.rpc('save_shipping', { p_kind: kind, p_id: id, p_version: version, p_fields }))
}

/**
 * Adds or changes a zone, method or rule; the lists are read again.
 *
 * @returns a mutation that fails with BackendError: hint 'stale_version', 'shipping_gone', or the name of the rejected field
 */
export function useSaveShipping() {
  const refresh = useRefresh()
  return useAppMutation({ mutationFn: saveShipping, onSettled: () => refresh('shipping') })
}

async function deleteShipping(db: Backend, { kind, id }: { kind: Kind; id: string }): Promise<void> {
  await row(db.rpc('delete_shipping', { p_kind: kind, p_id: id }))
}

/** Deletes a zone, method or rule, and says how it went; the lists are read again. */
export function useDeleteShipping() {
  const refresh = useRefresh()
  const toast = useToast()
  return useAppMutation({
    mutationFn: deleteShipping,
    onSuccess: (_, { kind }) => {
      const description = `${kindWords[kind]} deleted successfully.`
      toast({ title: 'Success', description, status: 'success' })
    },
    onError: (error, { kind }) => {
      console.error(error)
      const description = isGone(error) ? error.message : `Failed to delete ${kind}. Please try again.`
      toast({ title: 'Error', description, status: 'error' })
    },
    onSettled: () => refresh('shipping'),
  })
}
