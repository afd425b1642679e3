import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { claimDataFolder } from './data-folder'
import { loadKeys } from './keys'
import { startPostgres } from './postgres-server'
import { storePlaceholderOnce } from './placeholder-picture'
import { prepareDatabase, type DatabaseFiles } from './prepare-database'
import { serveSupabase, type LocalSupabase, type ServeOptions } from './serve'
import { CleanupStack } from './cleanup-stack'

export type { LocalSupabase } from './serve'

export interface LocalSupabaseOptions
  extends DatabaseFiles, Pick<ServeOptions, 'port' | 'siteUrl' | 'demoUsers'> {
  /** The data folder; created when missing. */
  dataDir: string
  /** Trades durability for speed: tests only. */
  fast?: boolean
  log?(line: string): void
  /** The database ended by itself: nothing is served any more. */
  onCrash?(): void
}

/**
 * Starts the embedded backend: a private PostgreSQL with the hosted layout and the migrations, and the Supabase API
 * before it. Resolves when it answers requests.
 * @throws StartError, one line, when the port is taken, the folder cannot be written or is in use, or a migration fails
 */
export async function startLocalSupabase(options: LocalSupabaseOptions): Promise<LocalSupabase> {
  const log = options.log ?? (() => undefined)
  const cleanup = new CleanupStack()
  try {
    const folder = await claimDataFolder(resolve(options.dataDir))
    cleanup.add(folder.release)
    const keys = await loadKeys(folder.keys)
    const root = await realpath(folder.root)
    const server = await startPostgres({
      folder: join(root, 'postgres'),
      logFile: join(root, 'postgres.log'),
      password: keys.jwtSecret,
      port: options.port + 1,
      fast: options.fast ?? false,
      log,
      onCrash: options.onCrash,
    })
    cleanup.add(server.stop)
    await prepareDatabase(server.address, options, log)
    const backend = await serveSupabase({ ...options, server, keys, objects: folder.objects, log })
    cleanup.add(backend.stop)
    if (options.placeholderFile) await storePlaceholderOnce({ ...backend, file: options.placeholderFile })
    return { ...backend, stop: cleanup.run }
  } catch (error) {
    await cleanup.run()
    throw error
  }
}
