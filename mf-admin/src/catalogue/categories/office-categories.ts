import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import { timestamp } from '../../kit/database-values'

const fields = {
  id: v.string(),
  name: v.string(),
  slug: v.string(),
  description: v.nullable(v.string()),
  image_url: v.nullable(v.string()),
  image_alt: v.string(),
  seo_title: v.nullable(v.string()),
  seo_description: v.nullable(v.string()),
  is_active: v.boolean(),
  version: v.number(),
  position: v.number(),
}

/** A category as the database stores it, such as in a rejection for a stale version. */
export const categoryRecordSchema = v.object(fields)

/** A category in the list of the back office. */
export type OfficeCategory = v.InferOutput<typeof officeCategorySchema>

const officeCategorySchema = v.object({
  ...fields,
  created_at: timestamp,
  product_count: v.number(),
})

/** Every category with the number of its products, newest first. Staff only. */
export const officeCategoriesQuery = queryOptions({
  key: ['office-categories'],
  queryFn: async (db, signal) =>
    v.parse(v.array(officeCategorySchema), await row(db.rpc('office_categories').abortSignal(signal))),
})

/** Categories as shoppers see them: by position, equals by name. */
export function inShopOrder(categories: readonly OfficeCategory[]): OfficeCategory[] {
  return [...categories].sort((a, b) => a.position - b.position || a.name.localeCompare(b.name))
}
