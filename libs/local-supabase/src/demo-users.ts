import type { Sql } from 'postgres'

/** Accounts for trying the shop out; the embedded backend alone ever makes them. */
export const demoUsers = {
  admin: { email: 'admin@aurelle.test', password: 'admin-demo-2026', firstName: 'Rowan', lastName: 'Ashby' },
  shopper: { email: 'shopper@aurelle.test', password: 'shopper-demo-2026', firstName: 'Robin', lastName: 'Marsh' },
} as const

/**
 * Makes the demo accounts that are missing, with confirmed addresses. One that exists is left as it is.
 * @param sql a superuser's connection
 */
export async function ensureDemoUsers(sql: Sql): Promise<void> {
  const adminId = await ensureUser(sql, demoUsers.admin)
  await ensureUser(sql, demoUsers.shopper)
  const [staff] = await sql<{ exists: boolean }[]>`select to_regclass('public.admin_users') is not null as exists`
  if (!adminId || !staff?.exists) return
  const { firstName, lastName } = demoUsers.admin
  await sql`
    insert into public.admin_users (user_id, first_name, last_name, role, is_active)
    values (${adminId}, ${firstName}, ${lastName}, 'super_admin', true) on conflict do nothing`
}

async function ensureUser(sql: Sql, user: (typeof demoUsers)[keyof typeof demoUsers]): Promise<string | undefined> {
  const known = await sql<{ id: string }[]>`select id from auth.users where email = ${user.email}`
  if (known[0]) return known[0].id
  const meta = { first_name: user.firstName, last_name: user.lastName, email: user.email, email_verified: true }
  return sql.begin(async (tx) => {
    const [created] = await tx<{ id: string }[]>`
      insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
      values (gen_random_uuid(), 'authenticated', 'authenticated', ${user.email},
        extensions.crypt(${user.password}, extensions.gen_salt('bf', 10)), now(),
        ${tx.json({ provider: 'email', providers: ['email'] })}, ${tx.json(meta)})
      returning id`
    if (!created) return undefined
    await tx`
      insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (gen_random_uuid(), 'email', ${created.id}, ${created.id}, ${tx.json({ ...meta, sub: created.id })})`
    return created.id
  })
}
