import { vi } from 'vitest'

type Frame = [
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: { config?: { postgres_changes?: { table?: string }[] }; access_token?: string },
]

interface Channel {
  joinRef: string | null
  topic: string
  tables: string[]
  token: string | undefined
}

/** The Realtime of a fake Supabase. */
export interface FakeRealtime {
  /** The tables that are followed now, and the token each was asked with. */
  followed(): { table: string; token: string | undefined }[]
  /** Tells the followers of a table that a row of it was changed. */
  change(table: string): void
  /** Ends all connections; clients connect again by themselves. */
  disconnect(): void
  /** Ends all subscriptions and keeps the connections, as the server does when a session expires. */
  expire(): void
}

/** Replaces the global `WebSocket` for one test. */
export function fakeRealtime(): FakeRealtime {
  const sockets = new Set<FakeSocket>()

  class FakeSocket {
    static readonly OPEN = 1
    readyState = 0
    readonly channels = new Map<string, Channel>()
    onopen: ((event: object) => void) | null = null
    onmessage: ((event: { data: string }) => void) | null = null
    onclose: ((event: object) => void) | null = null

    constructor() {
      sockets.add(this)
      queueMicrotask(() => {
        this.readyState = 1
        this.onopen?.({})
      })
    }

    send(text: string): void {
      const frame: Frame = JSON.parse(text)
      const [joinRef, ref, topic, event, payload] = frame
      const changes = payload.config?.postgres_changes ?? []
      if (event === 'phx_join') {
        const tables = changes.map(({ table }) => table ?? '')
        this.channels.set(topic, { joinRef, topic, tables, token: payload.access_token })
      }
      if (event === 'phx_leave') this.channels.delete(topic)
      const response = { postgres_changes: changes.map((change, place) => ({ id: place + 1, ...change })) }
      queueMicrotask(() => this.tell(joinRef, ref, topic, 'phx_reply', { status: 'ok', response }))
    }

    tell(joinRef: string | null, ref: string | null, topic: string, event: string, payload: object): void {
      this.onmessage?.({ data: JSON.stringify([joinRef, ref, topic, event, payload]) })
    }

    close(): void {
      this.readyState = 3
      sockets.delete(this)
      this.onclose?.({ code: 1006, wasClean: false })
    }
  }

  vi.stubGlobal('WebSocket', FakeSocket)
  const channels = () =>
    [...sockets].flatMap((socket) => [...socket.channels.values()].map((channel) => ({ socket, channel })))
  return {
    followed: () =>
      channels().flatMap(({ channel }) => channel.tables.map((table) => ({ table, token: channel.token }))),
    change(table) {
      for (const { socket, channel } of channels()) {
        const ids = channel.tables.flatMap((followed, place) => (followed === table ? [place + 1] : []))
        const data = {
          schema: 'public',
          table,
          type: 'UPDATE',
          columns: [],
          record: {},
          old_record: {},
          errors: null,
        }
        if (ids.length > 0) socket.tell(null, null, channel.topic, 'postgres_changes', { ids, data })
      }
    },
    disconnect() {
      for (const socket of [...sockets]) socket.close()
    },
    expire() {
      for (const { socket, channel } of channels()) {
        socket.channels.delete(channel.topic)
        socket.tell(channel.joinRef, null, channel.topic, 'phx_close', {})
      }
    },
  }
}
