import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from './connect'
import { ensureHostedLayout } from './hosted-layout'
import { migrate } from './migrate'
import { configureNetwork } from './network-settings'
import type { PostgresAddress } from './postgres-server'

/** The files that make the shop's database. */
export interface DatabaseFiles {
  migrationsDir: string
  /** Applied once, to an empty database. */
  seedFile?: string
  /** Uploaded once, for products without a picture. */
  placeholderFile?: string
}

const supabaseDir = fileURLToPath(new URL('../../../supabase', import.meta.url))

/** The project's own migrations and seed. */
export const projectFiles = {
  migrationsDir: join(supabaseDir, 'migrations'),
  seedFile: join(supabaseDir, 'seed.sql'),
  placeholderFile: join(supabaseDir, 'placeholders/product.webp'),
} satisfies DatabaseFiles

/**
 * Brings a server's database to the hosted layout and the last migration, seeds it once, and configures how callers' addresses are reported.
 * @throws StartError naming the migration that fails
 */
export async function prepareDatabase(
  address: PostgresAddress,
  { migrationsDir, seedFile }: DatabaseFiles,
  log: (line: string) => void,
): Promise<void> {
  await connect(address, (sql) => ensureHostedLayout(sql, address.password))
  await migrate({ address, migrationsDir, seedFile, log })
  await connect(address, configureNetwork)
}
