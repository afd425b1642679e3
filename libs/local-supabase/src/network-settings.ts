import type { Sql } from 'postgres'

/**
 * Declares to the database how this backend reports a caller's address: `trustedHeaders` writes exactly one, into
 * x-forwarded-for. Written at every start, since the migrations' default is that of hosted Supabase. Migrations without
 * the setting (tests of the migrator) are left as they are.
 */
export async function configureNetwork(sql: Sql): Promise<void> {
  const [{ exists } = { exists: false }] = await sql<{ exists: boolean }[]>`
    select to_regclass('private.network_settings') is not null as exists`
  if (exists)
    await sql`update private.network_settings set address_header = 'x-forwarded-for', address_from_right = 1`
}
