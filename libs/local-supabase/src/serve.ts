import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import postgres, { type Sql } from 'postgres'
import { createApi } from './api'
import { deletePublishedUsers, isLocalSite, makeDemoUsersOnce } from './demo-users'
import type { Keys } from './keys'
import type { PostgresServer } from './postgres-server'
import { startRealtime } from './realtime'
import { RequestConnection } from './request-context'
import { StartError } from './start-error'
import { identify } from './token'
import { CleanupStack } from './cleanup-stack'

/** How long an idle connection stays open, in milliseconds: as long as the web server keeps its own (`shell/server/listen.ts`). */
const idleConnectionMs = 65_000

export interface ServeOptions {
  /** A server whose database has the hosted layout and the migrations. */
  server: PostgresServer
  port: number
  keys: Keys
  /** Folder of the uploaded files. */
  objects: string
  /** Where the shop answers; email links lead there. */
  siteUrl: string
  /** Creates the demo accounts, once per database and only where the shop is reachable from this machine only. */
  demoUsers?: boolean
  /** Whether websockets are answered; false spares a replication slot. */
  realtime?: boolean
  log(line: string): void
}

export interface LocalSupabase {
  url: string
  publishableKey: string
  secretKey: string
  /** A superuser's connection to the database. */
  sql: Sql
  stop(): Promise<void>
}

/**
 * Serves the Supabase API before a migrated database. Resolves when it answers requests.
 * @returns the backend; `stop()` ends the API and leaves the server running
 * @throws StartError when the port is taken or the database does not answer
 */
export async function serveSupabase(options: ServeOptions): Promise<LocalSupabase> {
  const { server, keys, port, siteUrl, log } = options
  const cleanup = new CleanupStack()
  try {
    const sql = postgres({
      ...server.address,
      max: 4,
      connect_timeout: 5,
      backoff: () => 0.2,
      onnotice: () => undefined,
      connection: { application_name: 'shop-admin' },
    })
    cleanup.add(() => sql.end({ timeout: 2 }))
    if (!isLocalSite(siteUrl)) {
      for (const email of await deletePublishedUsers(sql))
        log(
          `The account ${email} was deleted: its password is published, and ${siteUrl} is not this machine.`,
        )
    } else if (options.demoUsers) await makeDemoUsersOnce(sql)
    const connection = new RequestConnection(server.address)
    cleanup.add(() => connection.close())
    const url = `http://127.0.0.1:${port}`
    const api = await createApi({ url, siteUrl, keys, connection, sql, objects: options.objects })
    const listener = getRequestListener(api.fetch)
    const http = createServer({ keepAliveTimeout: idleConnectionMs }, listener)
    // Undone after Realtime: a server ends only when its websockets have.
    cleanup.add(() => close(http))
    if (options.realtime ?? true) {
      const realtime = await startRealtime({
        address: server.address,
        sql,
        rows: connection.callers,
        identify: (token) => identify(token, keys),
        log,
      })
      cleanup.add(realtime.stop)
      http.on('upgrade', realtime.upgrade)
    }
    await listen(http, port)
    const health = await fetch(`${url}/rest/v1/`, { headers: { apikey: keys.secretKey } })
    if (!health.ok)
      throw new StartError(`The embedded backend answers ${health.status} on ${url}: see ${server.logFile}.`)
    return {
      url,
      publishableKey: keys.publishableKey,
      secretKey: keys.secretKey,
      sql,
      stop: cleanup.run,
    }
  } catch (error) {
    await cleanup.run()
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
