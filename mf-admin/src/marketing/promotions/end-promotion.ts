import { row, useAppMutation, type Backend } from '@shop/supabase'
import { useToast } from '@shop/ui'
import { useCallback } from 'react'
import * as v from 'valibot'
import { errorWords } from '../../kit/error-words'
import { useUndoToast } from '../../kit/undo-toast'
import { useRefresh } from '../../frame/staff/use-refresh'
import type { OfficePromotion } from './list-promotions'
import { useSavePromotion } from './save-promotion'

const endedSchema = v.object({ version: v.number(), ends_at: v.nullable(v.string()) })

/** Ends a promotion by the database's clock. @returns the new version and the former end */
async function endPromotion(db: Backend, { id, version }: Pick<OfficePromotion, 'id' | 'version'>) {
  return v.parse(endedSchema, await row(db.rpc('end_promotion', { p_id: id, p_version: version })))
}

/** Whether "End now" means anything for a promotion. */
export const isRunning = ({ state }: OfficePromotion): boolean => state === 'live' || state === 'used_up'

/** Ends a running promotion at once, with "Undo". Belongs to the page: a dialog may be closed before it is undone. */
export function useEndPromotion(): (promotion: OfficePromotion) => void {
  const toast = useToast()
  const undoable = useUndoToast()
  const refresh = useRefresh()
  const { mutate: restore } = useSavePromotion()
  const { mutate: end } = useAppMutation({ mutationFn: endPromotion, onSettled: () => refresh('promotions') })
  return useCallback(
    (promotion) => {
      const failed = (message: string) => (error: Error) => {
        console.error(error)
        toast({ title: 'Error', description: errorWords(error, message), status: 'error' })
      }
      end(promotion, {
        onSuccess: ({ version, ends_at }) =>
          undoable({
            title: 'Ended',
            description: `“${promotion.code}” ${promotion.isAutomatic ? 'no longer applies' : 'is refused from now on'}. Payments that have begun keep it.`,
            onUndo: () => {
              restore(
                { id: promotion.id, version, fields: { ends_at } },
                {
                  onSuccess: () =>
                    toast({
                      title: 'Running again',
                      description: `“${promotion.code}” has its former end.`,
                      status: 'success',
                    }),
                  onError: failed('Failed to undo. Please try again.'),
                },
              )
            },
          }),
        onError: failed('Failed to end promotion. Please try again.'),
      })
    },
    [end, restore, toast, undoable],
  )
}
