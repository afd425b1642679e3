import type { Sql } from 'postgres'
import { createUser } from './users'

/** Accounts for trying the shop out; the embedded backend alone ever makes them. */
export const demoUsers = {
  admin: { email: 'admin@aurelle.test', password: 'admin-demo-2026', firstName: 'Rowan', lastName: 'Ashby' },
  shopper: { email: 'shopper@aurelle.test', password: 'shopper-demo-2026', firstName: 'Robin', lastName: 'Marsh' },
} as const

type DemoUser = (typeof demoUsers)[keyof typeof demoUsers]

/**
 * Makes the demo accounts that are missing. One that exists is left as it is.
 * @param sql a superuser's connection
 */
export async function ensureDemoUsers(sql: Sql): Promise<void> {
  await ensureUser(sql, demoUsers.shopper)
  const id = await ensureUser(sql, demoUsers.admin)
  const [staff] = await sql<{ exists: boolean }[]>`select to_regclass('public.admin_users') is not null as exists`
  if (!id || !staff?.exists) return
  const { firstName, lastName } = demoUsers.admin
  await sql`
    insert into public.admin_users (user_id, first_name, last_name, role, is_active)
    values (${id}, ${firstName}, ${lastName}, 'super_admin', true) on conflict do nothing`
}

async function ensureUser(sql: Sql, user: DemoUser): Promise<string | undefined> {
  const [known] = await sql<{ id: string }[]>`select id from auth.users where email = ${user.email}`
  const metadata = { first_name: user.firstName, last_name: user.lastName }
  return known?.id ?? createUser(sql, { email: user.email, password: user.password, metadata })
}
