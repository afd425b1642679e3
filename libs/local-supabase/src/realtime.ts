import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Sql } from 'postgres'
import { WebSocketServer, type WebSocket } from 'ws'
import type { PostgresServer } from './postgres-server'
import { plainRefusal } from './protocol-errors'
import { messageFor, type Channel } from './realtime-channel'
import { listenToChanges, type Change } from './realtime-changes'
import { readJoin, readMessage, readToken, writeMessage, type Message } from './realtime-messages'
import { tableFacts, type Listener, type TableFacts } from './realtime-tables'

export interface Realtime {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  stop(): Promise<void>
}

export interface RealtimeOptions {
  server: PostgresServer
  /** A superuser's connection. */
  sql: Sql
  /** The API's connections: changed rows are read under the listener's role. */
  rows: Kysely<unknown>
  /** Role and claims of an API key or a user's token; undefined when it is worth nothing. */
  identify(token: string): Promise<Listener | undefined>
  log(line: string): void
}

/** The websocket that supabase-js speaks to: `/realtime/v1/websocket?apikey=…&vsn=2.0.0`. */
export async function startRealtime({ server, sql, rows, identify, log }: RealtimeOptions): Promise<Realtime> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024 })
  const channels = new Map<Channel, (message: Message) => void>()
  const facts = new Map<string, Promise<TableFacts>>()
  // One after another, so that a subscriber hears of changes in the order in which they were committed.
  let queue = Promise.resolve()
  const hear = (change: Change): void => {
    if (channels.size > 0) queue = queue.then(() => tell(change)).catch((error: unknown) => log(`realtime: ${String(error)}`))
  }
  const tell = async (change: Change): Promise<void> => {
    const name = `${change.schema}.${change.table}`
    const known = facts.get(name) ?? tableFacts(sql, change.schema, change.table)
    facts.set(name, known)
    for (const [channel, send] of channels) {
      const message = await messageFor(rows, channel, change, await known)
      if (message) send(message)
    }
  }
  const stopListening = await listenToChanges(server, hear)

  sockets.on('connection', (socket: WebSocket, url: URL, keyHolder: Listener) => {
    const serializer = url.searchParams.get('vsn') ?? '1.0.0'
    const own = new Map<string, Channel>()
    const send = (message: Message): void => socket.send(writeMessage(message, serializer))
    const leave = (topic: string): void => {
      const channel = own.get(topic)
      if (channel) channels.delete(channel)
      own.delete(topic)
    }
    const answer = async (message: Message): Promise<void> => {
      const reply = (status: 'ok' | 'error', response: object): void => send({ ...message, event: 'phx_reply', payload: { status, response } })
      if (message.topic === 'phoenix') return reply('ok', {})
      if (message.event === 'phx_leave') {
        leave(message.topic)
        return reply('ok', {})
      }
      if (message.event === 'access_token') {
        const listener = await identify(readToken(message.payload) ?? '')
        const channel = own.get(message.topic)
        if (channel && listener) channel.listener = listener
        return
      }
      if (message.event !== 'phx_join') return message.ref === null ? undefined : reply('ok', {})
      const join = readJoin(message.payload)
      const listener = join?.token ? await identify(join.token) : keyHolder
      if (!join || !listener) return reply('error', { reason: join ? 'Invalid token' : 'Malformed join' })
      leave(message.topic)
      const channel: Channel = { topic: message.topic, joinRef: message.joinRef ?? message.ref, wishes: join.wishes, listener }
      own.set(channel.topic, channel)
      channels.set(channel, send)
      reply('ok', { postgres_changes: join.wishes.map((wish, index) => ({ id: index + 1, ...wish })) })
      if (join.wishes.length === 0) return
      const payload = { channel: channel.topic.replace(/^realtime:/, ''), extension: 'postgres_changes', message: 'Subscribed to PostgreSQL', status: 'ok' }
      send({ joinRef: channel.joinRef, ref: null, topic: channel.topic, event: 'system', payload })
    }
    socket.on('message', (frame) => {
      const message = readMessage(String(frame))
      if (message) answer(message).catch((error: unknown) => log(`realtime: ${String(error)}`))
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      for (const topic of [...own.keys()]) leave(topic)
    })
  })

  return {
    upgrade(request, socket, head) {
      const url = new URL(request.url ?? '/', 'http://localhost')
      void identify(url.searchParams.get('apikey') ?? '').then((keyHolder) => {
        if (url.pathname !== '/realtime/v1/websocket' || !keyHolder) {
          socket.end(keyHolder ? plainRefusal(404, 'Not Found', 'Nothing is upgraded here.') : plainRefusal(401, 'Unauthorized', 'Invalid API key'))
          return
        }
        sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, url, keyHolder))
      })
    },
    async stop() {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
      await stopListening()
      await queue
    },
  }
}
