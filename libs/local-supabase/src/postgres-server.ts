import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { postgresAccount, type Account } from './postgres-account'
import { findBinaries, type Binaries } from './postgres-binaries'
import { initialise, superuser } from './postgres-init'
import { stopOrphan } from './postgres-orphan'
import { giveTo, grantAccess } from './folder-access'
import { StartError } from './start-error'

/** How to connect to the private server as its superuser. */
export interface PostgresAddress {
  host: string
  port: number
  username: string
  password: string
  database: string
}

export interface PostgresServer {
  address: PostgresAddress
  /** PostgreSQL's log file. */
  logFile: string
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** The cluster's folder; made when missing. */
  folder: string
  logFile: string
  /** Used only where there are no Unix sockets (Windows), where the server must listen on the loopback interface. */
  password: string
  port: number
  /** Trades durability for speed: for throwaway data only. */
  fast: boolean
  log(line: string): void
  /** The server ended by itself. */
  onCrash?(): void
}

const settings = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '60',
  shared_buffers: '64MB',
  jit: 'off',
  // Changes reach realtime subscribers through logical decoding.
  wal_level: 'logical',
  max_wal_senders: '4',
  max_replication_slots: '4',
  max_wal_size: '256MB',
  unix_socket_permissions: '0700',
}

// More connections too: parallel test files share one server.
const unsafeFast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_size: '1GB',
}

/**
 * Starts PostgreSQL on a private socket; recovers a cluster that was killed.
 * @throws StartError with the last lines of PostgreSQL's log when it will not run.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const account = postgresAccount()
  const binaries = findBinaries(account)
  await stopOrphan(options.folder)
  const fresh = !existsSync(join(options.folder, 'PG_VERSION'))
  if (fresh) await initialise({ ...options, account, binaries })
  const sockets = process.platform === 'win32' ? undefined : await socketFolder(options.folder)
  if (sockets) await giveTo(account, sockets)
  const address = {
    host: sockets ?? '127.0.0.1',
    port: sockets ? 5432 : options.port,
    username: superuser,
    password: options.password,
    database: 'postgres',
  }
  const run = { ...options, account, binaries, sockets, address, logStart: continueLog(options.logFile) }

  let stopping = false
  const child = launch(run)
  try {
    await untilReady(child, run)
  } catch (error) {
    if (sockets) await rm(sockets, { recursive: true, force: true })
    throw error
  }
  child.once('exit', () => {
    if (stopping) return
    options.log('The database stopped unexpectedly.')
    options.onCrash?.()
  })

  // An orderly exit stops the database too; after a SIGKILL the next start does.
  const stopOnExit = (): void => {
    child.kill('SIGINT')
  }
  process.once('exit', stopOnExit)

  return {
    address,
    logFile: options.logFile,
    async stop() {
      stopping = true
      process.removeListener('exit', stopOnExit)
      await ended(child, 'SIGINT')
      if (sockets) await rm(sockets, { recursive: true, force: true })
    },
  }
}

/** The folder of the private socket: a path of its own, since those of sockets must be short. */
async function socketFolder(cluster: string): Promise<string> {
  const name = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), `shop-postgres-${name}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  return folder
}

interface Run extends PostgresOptions {
  account: Account
  binaries: Binaries
  sockets: string | undefined
  address: PostgresAddress
  /** Length of the log before this run, in bytes. */
  logStart: number
}

const maxLogBytes = 20 * 1024 * 1024

/** Keeps the log of earlier runs, which may say why one ended; a long one becomes the log before. @returns its length in bytes */
function continueLog(file: string): number {
  if (!existsSync(file)) return 0
  const { size } = statSync(file)
  if (size <= maxLogBytes) return size
  renameSync(file, `${file}.1`)
  return 0
}

function launch(run: Run): ChildProcess {
  const args = Object.entries({ ...settings, ...(run.fast ? unsafeFast : {}) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const where = run.sockets
    ? ['-k', run.sockets, '-c', 'listen_addresses=']
    : ['-c', 'listen_addresses=127.0.0.1']
  const output = openSync(run.logFile, 'a', 0o600)
  const reach = grantAccess(run.account, run.folder)
  const child = spawn(
    run.binaries.postgres,
    ['-D', reach.path, '-p', String(run.address.port), ...where, ...args],
    {
      ...run.account,
      cwd: '/',
      // A separate process group, so that Ctrl-C in the terminal reaches this process only.
      detached: true,
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH },
      stdio: ['ignore', output, output, ...reach.stdio],
    },
  )
  reach.close()
  closeSync(output)
  child.on('error', (error) => run.log(`The database could not be started: ${error.message}`))
  return child
}

async function untilReady(child: ChildProcess, run: Run): Promise<void> {
  const sql = postgres({
    ...run.address,
    max: 1,
    connect_timeout: 5,
    backoff: () => 0,
    onnotice: () => undefined,
  })
  const deadline = Date.now() + 60_000
  try {
    for (;;) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
        throw new StartError(lastLines(run))
      try {
        await sql`select 1`
        return
      } catch (error) {
        if (Date.now() > deadline) {
          child.kill('SIGQUIT')
          throw new StartError(
            `PostgreSQL did not answer within a minute (${String(error)}): see ${run.logFile}.`,
          )
        }
        await pause(25)
      }
    }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function lastLines(run: Run): string {
  const lines = readFileSync(run.logFile).subarray(run.logStart).toString().trim().split('\n')
  const args = lines.findLast((line) => /FATAL|PANIC|ERROR|error/.test(line)) ?? lines.at(-1) ?? ''
  return `PostgreSQL does not start on ${run.folder}: ${args.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '')} (see ${run.logFile}).`
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill(signal)
  const late = setTimeout(() => child.kill('SIGQUIT'), 10_000)
  await exited
  clearTimeout(late)
}
