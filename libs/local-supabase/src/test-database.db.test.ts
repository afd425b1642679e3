import { expect, test } from 'vitest'
import { startTestDatabase } from './test-database'

test('every test file has a database of its own, with schema, seed and settings, and drops it', async () => {
  const [one, other] = await Promise.all([startTestDatabase(), startTestDatabase()])
  try {
    expect((await one.sql`select from products where is_active`).length).toBeGreaterThan(0)
    await one.sql`update products set is_active = false`
    expect((await other.sql`select from products where is_active`).length).toBeGreaterThan(0)
    // Migrations set both for their database, and PostgreSQL does not copy them.
    const [settings] =
      await other.sql`select current_setting('plan_cache_mode') as plans, current_setting('search_path') as path`
    expect(settings).toEqual({ plans: 'force_custom_plan', path: '"$user", public, extensions' })
    const [owner] =
      await other.sql`select datdba::regrole::text as name from pg_database where datname = current_database()`
    expect(owner).toEqual({ name: 'postgres' })
    const { database } = one.sql.options
    await one.stop()
    expect(await other.sql`select from pg_database where datname = ${database}`).toHaveLength(0)
  } finally {
    await Promise.all([one.stop(), other.stop()])
  }
})
