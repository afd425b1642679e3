import { queryOptions, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'

/** What a new shop still needs, as far as the member may do something about it. */
export interface SetupChecklist {
  isDismissed: boolean
  items: { key: string; done: boolean }[]
}

const responseSchema = v.pipe(
  v.object({ dismissed: v.boolean(), items: v.array(v.object({ key: v.string(), done: v.boolean() })) }),
  v.transform(({ dismissed, items }): SetupChecklist => ({ isDismissed: dismissed, items })),
)

/** What is set up and what is not. Staff only. */
export const setupChecklistQuery = queryOptions({
  key: ['setup-checklist'],
  queryFn: async (db, signal): Promise<SetupChecklist> =>
    v.parse(responseSchema, await row(db.rpc('setup_checklist').abortSignal(signal))),
})

/** Hides the list from the member, or shows it again. @throws BackendError */
export async function dismissSetup(db: Backend, dismissed: boolean): Promise<void> {
  await row(db.rpc('dismiss_setup', { p_dismissed: dismissed }))
}
