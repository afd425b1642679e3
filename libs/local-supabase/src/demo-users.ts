import { randomUUID } from 'node:crypto'
import type { ISql, Sql } from 'postgres'
import { hashPassword, makeUser } from './users'

/** Demo accounts, created by the embedded backend only. */
export const demoUsers = {
  admin: { email: 'admin@aurelle.test', password: 'admin-demo-2026', firstName: 'Rowan', lastName: 'Ashby' },
  manager: {
    email: 'manager@aurelle.test',
    password: 'manager-demo-2026',
    firstName: 'Imogen',
    lastName: 'Vale',
  },
  moderator: {
    email: 'moderator@aurelle.test',
    password: 'moderator-demo-2026',
    firstName: 'Jude',
    lastName: 'Fenn',
  },
  shopper: {
    email: 'shopper@aurelle.test',
    password: 'shopper-demo-2026',
    firstName: 'Robin',
    lastName: 'Marsh',
  },
} as const

type DemoUser = (typeof demoUsers)[keyof typeof demoUsers]

const demoStaff = [
  [demoUsers.admin, 'super_admin'],
  [demoUsers.manager, 'admin'],
  [demoUsers.moderator, 'moderator'],
] as const

/** Whether the shop is reachable from this machine only, so that published passwords are harmless. */
export function isLocalSite(siteUrl: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(siteUrl).hostname)
}

/**
 * Creates the demo accounts once per data folder; a deleted one is not created again.
 * @param sql a superuser's connection
 */
export function makeDemoUsersOnce(sql: Sql): Promise<void> {
  return sql.begin(async (tx) => {
    const first =
      await tx`insert into embedded.done (what) values ('demo accounts') on conflict do nothing returning what`
    if (first.length === 0) return
    await makeDemoUser(tx, demoUsers.shopper)
    const [table] = await tx<
      { exists: boolean }[]
    >`select to_regclass('public.admin_users') is not null as exists`
    for (const [user, role] of demoStaff) {
      const id = await makeDemoUser(tx, user)
      if (!id || !table?.exists) continue
      await tx`
        insert into public.admin_users (user_id, first_name, last_name, role, is_active)
        values (${id}, ${user.firstName}, ${user.lastName}, ${role}, true) on conflict do nothing`
    }
  })
}

/**
 * Deletes the demo accounts that still have their published passwords, for a shop that others can reach.
 * @param sql a superuser's connection
 * @returns the addresses of those that were deleted
 */
export async function deletePublishedUsers(sql: Sql): Promise<string[]> {
  const deleted: string[] = []
  for (const { email, password } of Object.values(demoUsers)) {
    const removed = await sql`
      delete from auth.users using (select id, '$2a$' || substr(encrypted_password, 5) as hash from auth.users) as kept
      where users.id = kept.id and email = ${email} and kept.hash = extensions.crypt(${password}, kept.hash) returning users.id`
    if (removed.length > 0) deleted.push(email)
  }
  return deleted
}

async function makeDemoUser(sql: ISql, user: DemoUser): Promise<string | undefined> {
  const metadata = { first_name: user.firstName, last_name: user.lastName }
  const made = {
    id: randomUUID(),
    email: user.email,
    passwordHash: await hashPassword(sql, user.password),
    metadata,
  }
  return (await makeUser(sql, made)) ? made.id : undefined
}
