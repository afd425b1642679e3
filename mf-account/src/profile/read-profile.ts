import { queryOptions, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'

const profile = v.object({
  email: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  phone: v.string(),
  consent: v.nullable(v.object({ given: v.boolean(), words: v.string(), at: v.string() })),
})

/** What the shop keeps of a shopper; `consent` is the latest word on marketing, null if there was none. Times are ISO. */
export type Profile = v.InferOutput<typeof profile>

/** @param userId keys the cache, so that accounts never mix */
export const profileQuery = (userId: string) =>
  queryOptions({
    key: ['profile', userId],
    queryFn: async (db, signal) => v.parse(profile, await row(db.rpc('my_profile').abortSignal(signal))),
  })

/** @throws BackendError with the hint `name` or `phone` for a field that is rejected */
export async function saveProfile(
  db: Backend,
  { firstName, lastName, phone }: { firstName: string; lastName: string; phone: string },
): Promise<void> {
  await row(db.rpc('save_profile', { p_first_name: firstName, p_last_name: lastName, p_phone: phone }))
}

/** Records consent with the words it is given to, or takes it back. @throws BackendError */
export async function saveConsent(db: Backend, given: boolean, words: string): Promise<void> {
  await row(db.rpc('set_marketing_consent', { p_given: given, p_words: words }))
}
