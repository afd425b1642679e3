import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Sql } from 'postgres'
import { WebSocketServer, type WebSocket } from 'ws'
import { endedSessions } from './hosted-layout'
import type { PostgresAddress } from './postgres-server'
import { ChangeMessages } from './realtime-channel'
import { followChanges, type Change } from './realtime-changes'
import { readMessage, writeMessage } from './realtime-messages'
import { Subscriber } from './realtime-subscriber'
import { rowFor, tableFacts, type Listener, type TableFacts } from './realtime-tables'
import { visibilityOf } from './realtime-visibility'

export interface Realtime {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  stop(): Promise<void>
}

export interface RealtimeOptions {
  address: PostgresAddress
  /** A superuser's connection. */
  sql: Sql
  /** The API's connections: changed rows are read under the listener's role. */
  rows: Kysely<unknown>
  /** Role and claims of an API key or a user's token; undefined when it is invalid. */
  identify(token: string): Listener | undefined
  log(line: string): void
}

/** The websocket that supabase-js speaks to: `/realtime/v1/websocket?apikey=…&vsn=2.0.0`. */
export async function startRealtime({
  address,
  sql,
  rows,
  identify,
  log,
}: RealtimeOptions): Promise<Realtime> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 })
  const subscribers = new Set<Subscriber>()
  // By table of the publication, of which there are a few.
  const facts = new Map<string, Promise<TableFacts>>()
  const isVisible = visibilityOf(sql)
  const onChange = (change: Change): void => {
    if (subscribers.size === 0) return
    const name = `${change.schema}.${change.table}`
    const cached = facts.get(name) ?? tableFacts(sql, change.schema, change.table)
    facts.set(name, cached)
    cached.catch(() => facts.delete(name))
    const visible = isVisible()
    // A subscriber that asks for the row is told of a failure; without one nobody is.
    visible.catch(() => undefined)
    const messages = new ChangeMessages(change, cached, async (listener, what, columns) => {
      await visible
      return rowFor(rows, listener, what, columns)
    })
    for (const subscriber of subscribers) subscriber.enqueue(messages)
  }
  let isFollowing = false
  const changes = await followChanges(address, sql, {
    onChange,
    onStart() {
      isFollowing = true
    },
    // Clients read anew when they have reconnected, and so see what they have missed.
    onInterruption() {
      isFollowing = false
      for (const client of sockets.clients) client.close(1012, 'The stream of changes is interrupted')
    },
  })
  const endings = await sql.listen(endedSessions, (session) => {
    for (const subscriber of subscribers) subscriber.endSession(session)
  })

  const connected = (socket: WebSocket, serializer: string, keyHolder: Listener): void => {
    const line = {
      send: (message: Parameters<typeof writeMessage>[0]) => {
        socket.send(writeMessage(message, serializer))
      },
      close: (code: number, reason: string) => {
        socket.close(code, reason)
        // A client that does not answer the close frame is terminated.
        setTimeout(() => {
          socket.terminate()
        }, 1000).unref()
      },
    }
    const subscriber = new Subscriber({ line, keyHolder, identify, log })
    subscribers.add(subscriber)
    socket.on('message', (frame) => {
      const message = readMessage(String(frame))
      if (message) subscriber.respond(message)
    })
    socket.on('error', () => {
      socket.terminate()
    })
    socket.on('close', () => {
      subscriber.end()
      subscribers.delete(subscriber)
    })
  }

  return {
    upgrade(request, socket, head) {
      // First of all: an unhandled socket error would end the process.
      socket.on('error', () => {
        socket.destroy()
      })
      const reject = (status: string): void => {
        socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      }
      const target = request.url ?? ''
      const url = URL.canParse(target, 'http://localhost') ? new URL(target, 'http://localhost') : null
      if (url?.pathname !== '/realtime/v1/websocket') return reject('404 Not Found')
      const keyHolder = identify(url.searchParams.get('apikey') ?? '')
      if (!keyHolder) return reject('401 Unauthorized')
      if (!isFollowing) return reject('503 Service Unavailable')
      sockets.handleUpgrade(request, socket, head, (client) => {
        connected(client, url.searchParams.get('vsn') ?? '1.0.0', keyHolder)
      })
    },
    async stop() {
      for (const subscriber of subscribers) subscriber.end()
      for (const client of sockets.clients) client.terminate()
      sockets.close()
      await endings.unlisten()
      await changes.stop()
    },
  }
}
