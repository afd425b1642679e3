import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port'
import { loadKeys } from './keys'
import { projectFiles } from './prepare-database'
import { serveSupabase, type ServeOptions } from './serve'
import { startLocalSupabase, type LocalSupabase, type LocalSupabaseOptions } from './start'
import { createTestDatabase } from './test-database'
import { CleanupStack } from './cleanup-stack'

const siteUrl = 'http://localhost:3000'

/** Makes a folder that `cleanup` removes. */
async function temporaryFolder(cleanup: CleanupStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-backend-'))
  cleanup.add(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * A throwaway backend on a free port, with its own database in the test run's cluster; `stop()` leaves nothing
 * behind.
 * @param overrides e.g. `realtime: true` answers websockets
 */
export async function startTestBackend(
  overrides: Partial<Pick<ServeOptions, 'realtime' | 'demoUsers' | 'siteUrl'>> = {},
): Promise<LocalSupabase> {
  const cleanup = new CleanupStack()
  try {
    const folder = await temporaryFolder(cleanup)
    const { address, drop } = await createTestDatabase()
    cleanup.add(drop)
    const backend = await serveSupabase({
      // The cluster outlives all its databases.
      server: { address, logFile: '', stop: drop },
      port: await freePort(),
      keys: await loadKeys(join(folder, 'keys.json')),
      objects: join(folder, 'objects'),
      siteUrl,
      realtime: false,
      log: () => undefined,
      ...overrides,
    })
    cleanup.add(backend.stop)
    return { ...backend, stop: cleanup.run }
  } catch (error) {
    await cleanup.run()
    throw error
  }
}

/**
 * The same with its own PostgreSQL server, for tests that kill it, count all its sessions, or bring other migrations; and
 * outside a test run.
 * @param overrides e.g. other migrations, or `demoUsers: true`
 */
export async function startOwnTestBackend(
  overrides: Partial<LocalSupabaseOptions> = {},
): Promise<LocalSupabase> {
  const cleanup = new CleanupStack()
  try {
    const dataDir = await temporaryFolder(cleanup)
    const port = await freePort()
    const backend = await startLocalSupabase({
      ...projectFiles,
      dataDir,
      port,
      siteUrl,
      fast: true,
      ...overrides,
    })
    cleanup.add(backend.stop)
    return { ...backend, stop: cleanup.run }
  } catch (error) {
    await cleanup.run()
    throw error
  }
}
