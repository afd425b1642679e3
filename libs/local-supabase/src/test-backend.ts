import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port'
import { startLocalSupabase, type LocalSupabase, type LocalSupabaseOptions } from './start'

/** The project's `supabase` folder. */
export const supabaseDir = fileURLToPath(new URL('../../../supabase', import.meta.url))

/**
 * A throwaway backend with the shop's schema and seed on a free port; `stop()` leaves nothing behind.
 * @param overrides e.g. other migrations, `demoUsers: true`, or `fast: false`
 */
export async function startTestBackend(
  overrides: Partial<LocalSupabaseOptions> = {},
): Promise<LocalSupabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-backend-'))
  const remove = (): Promise<void> => rm(dataDir, { recursive: true, force: true })
  try {
    const backend = await startLocalSupabase({
      dataDir,
      port: await freePort(),
      migrationsDir: join(supabaseDir, 'migrations'),
      seedFile: join(supabaseDir, 'seed.sql'),
      siteUrl: 'http://localhost:3000',
      fast: true,
      ...overrides,
    })
    return { ...backend, stop: () => backend.stop().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
