import { queryOptions, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { staffRoles } from '../staff/role-words'

const endings = ['used', 'withdrawn', 'expired', 'unknown'] as const

const invitationSchema = v.variant('state', [
  v.object({
    state: v.literal('valid'),
    email: v.string(),
    first_name: v.string(),
    last_name: v.string(),
    role: v.picklist(staffRoles),
  }),
  v.object({ state: v.picklist(endings) }),
])

/** An invitation that can be accepted. */
export type Invitation = Extract<v.InferOutput<typeof invitationSchema>, { state: 'valid' }>

/** Why an invitation cannot be accepted. */
export type Rejection = (typeof endings)[number] | 'other_address'

/** Whether an invitation's link is valid, and for whom. @param token as the email has it */
export const invitationQuery = (token: string) =>
  queryOptions({
    key: ['invitation', token],
    queryFn: async (db, signal) =>
      v.parse(invitationSchema, await row(db.rpc('read_invitation', { p_token: token }).abortSignal(signal))),
  })

/** Makes the signed-in account staff. @returns why not, or null @throws BackendError */
export async function acceptInvitation(db: Backend, token: string): Promise<Rejection | null> {
  const response = v.parse(
    v.picklist(['joined', 'other_address', ...endings]),
    await row(db.rpc('accept_invitation', { p_token: token })),
  )
  return response === 'joined' ? null : response
}

/**
 * Asks for an account with the address of an invitation. The provider answers the same whether or not there is one, and writes to it.
 * @returns whether it can sign in at once, without a code
 * @throws AuthError
 */
export async function openAccount(
  db: Backend,
  { email, first_name, last_name }: Invitation,
  password: string,
): Promise<boolean> {
  const auth = await db.session('trial').auth()
  const { data, error } = await auth.signUp({ email, password, options: { data: { first_name, last_name } } })
  if (error) throw error
  return data.session !== null
}
