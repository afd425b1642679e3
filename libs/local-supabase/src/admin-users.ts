import type { Sql } from 'postgres'
import * as v from 'valibot'
import type { Keys } from './keys'
import { reject } from './account-requests'
import { createUser } from './users'

const newUser = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    email: v.pipe(v.string(), v.email()),
    password: v.pipe(v.string(), v.minLength(6)),
    email_confirm: v.literal(true),
    user_metadata: v.optional(
      v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
      {},
    ),
  }),
)

/**
 * The two calls of GoTrue's admin API that tests and administration commands need, for the secret key alone: make a
 * confirmed user (`POST /auth/v1/admin/users`) and delete one (`DELETE /auth/v1/admin/users/:id`).
 */
export async function respondAsAdminUsers(request: Request, sql: Sql, keys: Keys): Promise<Response> {
  if (request.headers.get('apikey') !== keys.secretKey) return reject(403, 'not_admin', 'User not allowed')
  const id = new URL(request.url).pathname.split('/')[5]
  if (request.method === 'DELETE' && v.is(v.pipe(v.string(), v.uuid()), id)) {
    const deleted = await sql`delete from auth.users where id = ${id} returning id`
    return deleted.length > 0 ? Response.json({}) : reject(404, 'user_not_found', 'User not found')
  }
  if (request.method !== 'POST' || id)
    return reject(405, 'not_implemented', 'The embedded backend makes and deletes users only')
  const newUserBody = v.safeParse(newUser, await request.text())
  if (!newUserBody.success) return reject(400, 'validation_failed', newUserBody.issues[0].message)
  const { email, password, user_metadata: metadata } = newUserBody.output
  const created = await createUser(sql, { email, password, metadata })
  if (!created)
    return reject(422, 'email_exists', 'A user with this email address has already been registered')
  const [user] = await sql`
    select id, aud, role, email, email_confirmed_at, raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata,
      created_at, updated_at from auth.users where id = ${created}`
  return Response.json(user)
}
