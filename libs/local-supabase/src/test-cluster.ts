import { randomUUID } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port'
import { connect } from './connect'
import { ensureHostedLayout } from './hosted-layout'
import { startPostgres } from './postgres-server'
import { prepareDatabase, projectFiles } from './prepare-database'
import { CleanupStack } from './cleanup-stack'
import { clusterVariable, copyDatabase, emptyTemplate, maintain } from './test-database'

/**
 * Vitest's global set-up: one PostgreSQL for the run, migrated and seeded once, whose database every test file copies,
 * and an empty database for tests of migrations.
 * Its folder and socket are of this run alone, so that runs beside each other do not meet.
 * @returns what stops it; nothing when another project of the same run has started it
 */
export default async function startTestCluster(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[clusterVariable]) return undefined
  const cleanup = new CleanupStack()
  try {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'shop-test-cluster-')))
    cleanup.add(() => rm(root, { recursive: true, force: true }))
    const server = await startPostgres({
      folder: join(root, 'postgres'),
      logFile: join(root, 'postgres.log'),
      password: randomUUID(),
      port: await freePort(),
      fast: true,
      log: console.error,
    })
    cleanup.add(server.stop)
    await connect(server.address, (sql) => ensureHostedLayout(sql, server.address.password))
    await copyDatabase(server.address, emptyTemplate)
    await prepareDatabase(server.address, projectFiles, console.error)
    // Tests name prices, which must not change on the day that a later rate begins.
    await connect(
      server.address,
      (sql) => sql`
        delete from private.vat_rates where starts_on > (select min(starts_on) from private.vat_rates)`,
    )
    // PostgreSQL copies no database that somebody is connected to.
    await maintain(server.address, (sql) =>
      sql.unsafe(`alter database ${server.address.database} allow_connections false`),
    )
    process.env[clusterVariable] = JSON.stringify(server.address)
    cleanup.add(() => Promise.resolve(Reflect.deleteProperty(process.env, clusterVariable)))
    return cleanup.run
  } catch (error) {
    await cleanup.run()
    throw error
  }
}
