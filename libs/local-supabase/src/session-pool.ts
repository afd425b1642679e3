import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import postgres from 'postgres'

/** Opens a driver with a single connection; `onLost` is called when that is lost. */
export type OpenSession = (onLost: () => void) => postgres.Sql

/** The driver breaks the connection over a number or an object whose serialiser returns it is. */
function sendable(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.getPrototypeOf(value) === Object.prototype ? JSON.stringify(value) : value
}

/**
 * The driver's error as one of our own, with the same fields. The driver gives its errors a `stack` that Node 22.23 and
 * newer do not let Kysely extend; Kysely then throws a TypeError in the place of the error.
 */
function ownError(error: unknown): unknown {
  return error instanceof Error
    ? Object.assign(new Error(error.message), error, { stack: error.stack })
    : error
}

/** One connection. Once lost it is not used again: further statements would run outside its transaction and role. */
class Session {
  lost = false
  readonly #sql: postgres.Sql

  constructor(open: OpenSession) {
    this.#sql = open(() => {
      this.lost = true
    })
  }

  async query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.lost)
      throw Object.assign(new Error('The connection to the database was lost.'), {
        code: 'CONNECTION_CLOSED',
      })
    try {
      const values = parameters.map(sendable)
      const rows = await this.#sql.unsafe<R[]>(statement, values as never[])
      return {
        command: rows.command as PostgresQueryResult<R>['command'],
        rowCount: rows.count,
        rows: [...rows],
      }
    } catch (error) {
      // A rejected statement leaves the connection usable; `onLost` reports any other failure first.
      this.lost ||= !(error instanceof postgres.PostgresError && error.severity === 'ERROR')
      throw ownError(error)
    }
  }

  end(seconds: number): Promise<void> {
    return this.#sql.end({ timeout: seconds })
  }
}

/**
 * Sessions for Kysely, each lent to one transaction at a time. The driver's own pool would lend a connection that was
 * lost and opened anew to others while its first holder still writes to it, and can wait for it for ever
 * (porsager/postgres#1154, #1208).
 */
export class SessionPool implements PostgresPool {
  readonly #open: OpenSession
  readonly #most: number
  readonly #all = new Set<Session>()
  readonly #idle: Session[] = []
  readonly #waiting: ((session: Session) => void)[] = []

  /** @param max maximum number of sessions; further callers wait */
  constructor(open: OpenSession, max: number) {
    this.#open = open
    this.#most = max
  }

  async connect(): Promise<PostgresPoolClient> {
    const session = await this.#lend()
    const client = {
      query: <R>(statement: string, parameters: readonly unknown[]) =>
        session.query<R>(statement, parameters),
      release: () => {
        this.#takeBack(session)
      },
    }
    // Kysely asks for a cursor only where one is configured.
    return client as PostgresPoolClient
  }

  async end(): Promise<void> {
    await Promise.all([...this.#all].map((session) => session.end(2)))
  }

  #lend(): Session | Promise<Session> {
    const idle = this.#idle.pop()
    if (idle) return this.#usable(idle)
    if (this.#all.size < this.#most) return this.#opened()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #takeBack(session: Session): void {
    const next = this.#waiting.shift()
    if (next) next(this.#usable(session))
    else if (session.lost) this.#discard(session)
    else this.#idle.push(session)
  }

  #usable(session: Session): Session {
    if (!session.lost) return session
    this.#discard(session)
    return this.#opened()
  }

  /** Ends it at once: on the server its transaction may still be open, and hold locks. */
  #discard(session: Session): void {
    this.#all.delete(session)
    void session.end(0)
  }

  #opened(): Session {
    const session = new Session(this.#open)
    this.#all.add(session)
    return session
  }
}
