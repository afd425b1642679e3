import { storedItem, type StoredItem } from '@shop/state'
import * as v from 'valibot'

const asked = v.object({ email: v.string(), firstName: v.string(), lastName: v.string() })

/** The account that was asked for in this tab and waits for its owner to confirm it, without its password; null for none. */
export const awaitedAccount: StoredItem<v.InferOutput<typeof asked> | null> = storedItem<v.InferOutput<
  typeof asked
> | null>('aurelle_awaited_account', asked, { storage: 'session', fallback: null })
