import { queryOptions, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'

/** The lists that have saved views. */
export type ViewScreen = 'products' | 'orders' | 'customers' | 'messages'

/** Filters, order and hidden columns of a list, by name. */
export interface SavedView {
  id: string
  name: string
  /** The list's part of the address, such as "status=pending". */
  query: string
  hiddenColumns: string[]
  isShared: boolean
  /** How the member's own list opens; never true of somebody else's view. */
  isDefault: boolean
  isMine: boolean
  /** The name of the member who shares it. */
  by: string
}

/** What is saved of a view. */
export type ViewDraft = Pick<SavedView, 'name' | 'query' | 'hiddenColumns' | 'isShared' | 'isDefault'>

/** Characters of a name. */
export const maxName = 60

const viewSchema = v.pipe(
  v.object({
    id: v.string(),
    name: v.string(),
    query: v.string(),
    columns: v.array(v.string()),
    shared: v.boolean(),
    is_default: v.boolean(),
    is_mine: v.boolean(),
    by: v.nullable(v.string()),
  }),
  v.transform((view): SavedView => ({
    id: view.id,
    name: view.name,
    query: view.query,
    hiddenColumns: view.columns,
    isShared: view.shared,
    isDefault: view.is_default,
    isMine: view.is_mine,
    by: view.by ?? '',
  })),
)

/** The views that the member may choose on a list: their own first, then those that others share. */
export const savedViewsQuery = (screen: ViewScreen) =>
  queryOptions({
    key: ['saved-views', screen],
    queryFn: async (db, signal): Promise<SavedView[]> =>
      v.parse(
        v.array(viewSchema),
        await row(db.rpc('saved_views', { p_screen: screen }).abortSignal(signal)),
      ),
  })

const columnsOf = ({ hiddenColumns, isShared, isDefault, ...rest }: ViewDraft) => ({
  ...rest,
  columns: hiddenColumns,
  shared: isShared,
  is_default: isDefault,
})

/** Saves a view in the member's name. @throws BackendError */
export async function addView(db: Backend, screen: ViewScreen, draft: ViewDraft): Promise<void> {
  await row(db.from('staff_views').insert({ screen, ...columnsOf(draft) }))
}

/** Changes a view of the member's. @throws BackendError */
export async function changeView(db: Backend, id: string, draft: ViewDraft): Promise<void> {
  await row(db.from('staff_views').update(columnsOf(draft)).eq('id', id))
}

/** Deletes a view of the member's. @throws BackendError */
export async function deleteView(db: Backend, id: string): Promise<void> {
  await row(db.from('staff_views').delete().eq('id', id))
}
