import type { Sql } from 'postgres'

/**
 * Tells the database how this backend reports a caller's address: `believableHeaders` writes exactly one, into
 * x-forwarded-for. Written at every start, since the migrations' default is that of hosted Supabase. Migrations without
 * the setting (tests of the migrator) are left as they are.
 */
export async function tellNetwork(sql: Sql): Promise<void> {
  const [{ known } = { known: false }] = await sql<{ known: boolean }[]>`
    select to_regclass('private.network_settings') is not null as known`
  if (known)
    await sql`update private.network_settings set address_header = 'x-forwarded-for', address_from_right = 1`
}
