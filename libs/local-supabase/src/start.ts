import { createServer, type Server } from 'node:http'
import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import postgres, { type Sql } from 'postgres'
import { createApi } from './api'
import { claimDataFolder } from './data-folder'
import { deletePublishedUsers, isLocalSite, makeDemoUsersOnce } from './demo-users'
import { requireFreePort } from './free-port'
import { ensureHostedLayout } from './hosted-layout'
import { loadKeys } from './keys'
import { migrate } from './migrate'
import { tellNetwork } from './network'
import { startPostgres } from './postgres-server'
import { answerProtocolErrors, withPlainPaths } from './protocol-errors'
import { startRealtime } from './realtime'
import { RequestConnection } from './request-context'
import { StartError } from './start-error'
import { identify } from './token'

export interface LocalSupabaseOptions {
  /** Where everything is kept; made when missing. */
  dataDir: string
  port: number
  migrationsDir: string
  /** Applied once, to an empty data folder. */
  seedFile?: string
  /** Where the shop answers; e-mail links lead there. */
  siteUrl: string
  /** Makes the demo accounts, once in the life of the data folder and only where the shop answers on this machine. */
  demoUsers?: boolean
  /** Gives up durability for speed: tests only. */
  fast?: boolean
  log?(line: string): void
}

export interface LocalSupabase {
  url: string
  publishableKey: string
  secretKey: string
  /** A superuser's connection to the database. */
  sql: Sql
  /** The database server's process. */
  postgresPid(): number | undefined
  stop(): Promise<void>
}

/**
 * Starts the embedded backend: a private PostgreSQL with the hosted layout and the migrations, and the Supabase API
 * before it. Resolves when it truly answers.
 * @throws StartError, one line, when the port is taken, the folder cannot be written or is in use, or a migration fails
 */
export async function startLocalSupabase(options: LocalSupabaseOptions): Promise<LocalSupabase> {
  const log = options.log ?? (() => undefined)
  // What was started is stopped in reverse order, also when a later step fails.
  const undo: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    await requireFreePort(options.port)
    const folder = await claimDataFolder(resolve(options.dataDir))
    undo.push(folder.release)
    const keys = await loadKeys(folder.keys)
    const root = await realpath(folder.root)
    const server = await startPostgres({
      folder: join(root, 'postgres'),
      logFile: join(root, 'postgres.log'),
      password: keys.jwtSecret,
      port: options.port + 1,
      fast: options.fast ?? false,
      log,
    })
    undo.push(server.stop)
    const sql = postgres({
      ...server.address,
      max: 4,
      connect_timeout: 5,
      backoff: () => 0.2,
      onnotice: () => undefined,
      connection: { application_name: 'shop-admin' },
    })
    undo.push(() => sql.end({ timeout: 2 }))
    const single = postgres({ ...server.address, max: 1, onnotice: () => undefined })
    await ensureHostedLayout(single, keys.jwtSecret)
    await migrate({
      sql: single,
      migrationsDir: options.migrationsDir,
      seedFile: options.seedFile,
      log,
    }).finally(() => single.end({ timeout: 2 }))
    await tellNetwork(sql)
    if (!isLocalSite(options.siteUrl)) {
      for (const email of await deletePublishedUsers(sql))
        log(
          `The account ${email} was deleted: its password is published, and ${options.siteUrl} is not this machine.`,
        )
    } else if (options.demoUsers) await makeDemoUsersOnce(sql)
    const connection = new RequestConnection(server.address)
    undo.push(() => connection.close())
    const url = `http://127.0.0.1:${options.port}`
    const handle = await createApi({
      url,
      siteUrl: options.siteUrl,
      keys,
      connection,
      sql,
      objects: folder.objects,
    })
    const realtime = await startRealtime({
      server,
      sql,
      rows: connection.callers,
      identify: (token) => identify(token, keys),
      log,
    })
    undo.push(realtime.stop)
    const listener = getRequestListener(
      (request, env) => handle(request, env.incoming.socket.remoteAddress ?? ''),
      {
        // The process that starts us keeps its own Request and Response.
        overrideGlobalObjects: false,
      },
    )
    const http = createServer(withPlainPaths(listener))
    answerProtocolErrors(http)
    http.on('upgrade', realtime.upgrade)
    await listen(http, options.port)
    undo.push(() => close(http))
    const health = await fetch(`${url}/rest/v1/`, { headers: { apikey: keys.secretKey } })
    if (!health.ok)
      throw new StartError(
        `The embedded backend answers ${health.status} on ${url}: see ${join(root, 'postgres.log')}.`,
      )
    return {
      url,
      publishableKey: keys.publishableKey,
      secretKey: keys.secretKey,
      sql,
      postgresPid: server.pid,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function listen(http: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', () =>
      reject(new StartError(`Port ${port} is in use: stop what uses it or set BACKEND_PORT to a free port.`)),
    )
    http.listen(port, '127.0.0.1', resolve)
  })
}

function close(http: Server): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve())
    http.closeAllConnections()
  })
}
