import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import postgres, { type Sql } from 'postgres'

/**
 * The process id of the embedded backend and of its database server, from the data folder; 0 while it
 * is not running.
 */
export function backendPids(dataDir: string): { backend: number; postgres: number } {
  const first = (file: string): number => {
    const place = path.join(dataDir, file)
    return existsSync(place) ? Number.parseInt(readFileSync(place, 'utf8'), 10) : 0
  }
  return { backend: first('backend.pid'), postgres: first('postgres/postmaster.pid') }
}

/**
 * Opens a connection to the database server of a data folder, which may have been restarted on another
 * socket.
 */
async function dial(dataDir: string): Promise<Socket> {
  const lines = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  // Line 4 is the port, line 5 the folder of the socket, empty on Windows.
  const [port, folder] = [Number(lines[3]), lines[4]]
  const socket = folder ? connect(path.join(folder, `.s.PGSQL.${String(port)}`)) : connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** A superuser's connection to the database of a running embedded backend. */
export function connectTo(dataDir: string): Sql {
  const keys: { jwtSecret: string } = JSON.parse(readFileSync(path.join(dataDir, 'keys.json'), 'utf8'))
  const options = {
    database: 'postgres',
    username: 'supabase_admin',
    password: keys.jwtSecret,
    max: 4,
    backoff: () => 0.5,
    onnotice: () => undefined,
    connection: { application_name: 'security-tests' },
    socket: () => dial(dataDir),
  }
  return postgres(options)
}

/** The parts of a shop whose process has ended, restarted or not, by the process ids before and after. */
export function endedParts(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): string[] {
  return Object.keys(before).filter((part) => before[part] !== after[part])
}

/** Resident memory of a process in bytes; 0 where the system does not say. */
export function residentBytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}
