import type { JSONValue, Sql } from 'postgres'

export interface NewUser {
  email: string
  password: string
  metadata: Record<string, JSONValue>
}

/**
 * Makes an account whose address counts as confirmed.
 * @param sql a superuser's connection
 * @returns its id, or undefined when the address is taken
 */
export function createUser(sql: Sql, user: NewUser): Promise<string | undefined> {
  const email = user.email.toLowerCase()
  return sql.begin(async (tx) => {
    const [created] = await tx<{ id: string }[]>`
      insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
      values (gen_random_uuid(), 'authenticated', 'authenticated', ${email},
        extensions.crypt(${user.password}, extensions.gen_salt('bf', 10)), now(),
        ${tx.json({ provider: 'email', providers: ['email'] })}, ${tx.json({ ...user.metadata, email, email_verified: true })})
      on conflict do nothing returning id`
    if (!created) return undefined
    const identity = { ...user.metadata, sub: created.id, email, email_verified: true }
    await tx`
      insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (gen_random_uuid(), 'email', ${created.id}, ${created.id}, ${tx.json(identity)})`
    return created.id
  })
}
