import { randomBytes } from 'node:crypto'
import type { LocalSupabase } from '@shop/local-supabase/in-process'
import * as v from 'valibot'
import type { Visitor } from '../../supabase/tests/visitor-fixtures'

/** What filling and attacking a backend needs of it. */
export type BackendAccess = Pick<LocalSupabase, 'url' | 'publishableKey' | 'secretKey' | 'sql'>

const tokenReply = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  user: v.object({ id: v.string() }),
})
const userReply = v.object({ id: v.string() })
/** The password of every account. */
export const password = 'correct horse battery staple'

/** A confirmed account that is signed in. */
export interface Account {
  id: string
  email: string
  token: string
  refresh: string
  customer: string
  visitor: Visitor
}

/** Creates a confirmed account over HTTP and signs it in, as a browser does. */
export async function createAccount(backend: BackendAccess, name: string): Promise<Account> {
  const { url, publishableKey, secretKey, sql } = backend
  const email = `${name}-${randomBytes(6).toString('hex')}@example.test`
  const made = await fetch(`${url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: secretKey },
    body: JSON.stringify({
      email,
      password,
      email_confirm: true,
      user_metadata: { first_name: name, last_name: 'Attacker' },
    }),
  })
  const { id } = v.parse(userReply, await made.json())
  const signed = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { access_token: token, refresh_token: refresh } = v.parse(tokenReply, await signed.json())
  const [row] = await sql<{ id: string }[]>`select id from customers where user_id = ${id}`
  return { id, email, token, refresh, customer: row?.id ?? '', visitor: { user: { id, email } } }
}
