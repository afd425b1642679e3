import { storedItem } from '@shop/state'
import { shopSessionKey } from '@shop/supabase/session-keys'
import * as v from 'valibot'
import { toAccount, type Account } from './account'

const account = v.object({ id: v.string(), email: v.string(), firstName: v.string(), lastName: v.string() })

/** Whose session ended in this tab without their asking, so that a reload still says so; null for nobody. */
export const endedSession = storedItem<Account | null>('aurelle_session_ended', account, {
  storage: 'session',
  fallback: null,
})

/**
 * The id of the account that the visitor signed out of last. A session that ends looks the same in every tab; by this they
 * tell a sign-out from a session that could not be renewed.
 */
export const signedOutOf = storedItem('aurelle_signed_out', v.string(), {
  storage: 'local',
  format: 'text',
  fallback: '',
})

const session = v.object({
  user: v.object({
    id: v.string(),
    email: v.optional(v.string()),
    user_metadata: v.optional(v.record(v.string(), v.unknown()), {}),
  }),
})

const stored = storedItem<v.InferOutput<typeof session> | null>(shopSessionKey, session, {
  storage: 'local',
  fallback: null,
})

/** The account of the session that this browser keeps, valid or not; null without one. */
export function storedAccount(): Account | null {
  const found = stored.read()
  return found && toAccount(found.user)
}
