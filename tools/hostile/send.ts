import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { Answer } from '../../supabase/tests/hostile/judge'

/** One raw request: no client normalises its path, headers or body. */
export interface Shot {
  method: string
  /** Origin of the server, such as "http://127.0.0.1:3000". */
  origin: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** The loopback address it comes from; a new one for each call by default. */
  from?: string
}

/** The response. */
export interface Reply extends Answer {
  headers: Record<string, string>
  milliseconds: number
}

const timeoutMs = 20_000
const agents = new Map<string, Agent>()
let sent = 0

/** The n-th address of this machine's loopback network, 127.0.0.0/8, one per caller. */
export function loopback(n: number): string {
  return process.platform === 'linux'
    ? `127.${String(1 + ((n >> 16) % 200))}.${String((n >> 8) & 255)}.${String(1 + ((n & 255) % 254))}`
    : '127.0.0.1'
}

/** An unused loopback address. */
function freshAddress(): string {
  sent += 1
  return loopback(sent)
}

/** Sends one request and reads its whole response; `status` 0 with the reason when there was none. */
export function send(shot: Shot): Promise<Reply> {
  const { hostname, port } = new URL(shot.origin)
  const from = shot.from ?? freshAddress()
  const body = typeof shot.body === 'string' ? Buffer.from(shot.body) : shot.body
  const given = Object.fromEntries(
    Object.entries(shot.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const length = body && !('transfer-encoding' in given) ? { 'content-length': String(body.byteLength) } : {}
  const agent = agentOf(shot.from)
  const began = performance.now()
  return new Promise((resolve) => {
    const settle = (answer: Answer, headers: Record<string, string> = {}): void => {
      resolve({ ...answer, headers, milliseconds: performance.now() - began })
    }
    const nothing = (why: string): void => {
      settle({ status: 0, type: '', body: why, range: '', location: '' })
    }
    try {
      // The embedded backend believes what a proxy on this machine says of the address it saw.
      const headers = { 'x-forwarded-for': from, ...length, ...given }
      const outgoing = request({
        agent,
        hostname,
        port,
        method: shot.method,
        path: shot.path,
        headers,
        localAddress: from,
      })
      outgoing.setTimeout(timeoutMs, () => {
        nothing(`no answer within ${String(timeoutMs)} ms`)
        outgoing.destroy()
      })
      outgoing.once('error', (error) => {
        nothing(error.message)
      })
      outgoing.once('upgrade', (incoming, socket) => {
        socket.destroy()
        settle({ status: incoming.statusCode ?? 0, type: '', body: '', range: '', location: '' })
      })
      outgoing.once('response', (incoming) => {
        const parts: Buffer[] = []
        incoming.on('data', (part: Buffer) => parts.push(part))
        incoming.once('error', (error) => {
          nothing(error.message)
        })
        incoming.once('end', () => {
          const headers = Object.fromEntries(
            Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
          )
          settle(
            {
              status: incoming.statusCode ?? 0,
              type: headers['content-type'] ?? '',
              body: Buffer.concat(parts).toString(),
              range: headers['content-range'] ?? '',
              location: headers.location ?? '',
            },
            headers,
          )
        })
      })
      outgoing.end(body)
    } catch (error) {
      // Node's own client refuses to send it.
      nothing(`not sent: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
}

/** Callers with a fixed address reuse connections; a call from a fresh address does not. */
function agentOf(from: string | undefined): Agent | false {
  if (from === undefined) return false
  const known = agents.get(from) ?? new Agent({ keepAlive: true, maxSockets: 64 })
  agents.set(from, known)
  return known
}

/** Closes the reused connections. */
export function hangUp(): void {
  for (const agent of agents.values()) agent.destroy()
  agents.clear()
}

/**
 * Sends bytes on a connection of their own.
 * @param reset ends it with a reset as soon as the bytes are out @returns what came back; '' for nothing
 */
export function packet(
  origin: string,
  bytes: string,
  { reset = false, waitMs = 3000 } = {},
): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(bytes, () => {
        if (reset) socket.resetAndDestroy()
      })
    })
    socket.setTimeout(waitMs, () => {
      socket.destroy()
    })
    socket.on('data', (part) => {
      heard += part.toString()
      // Only the status line is needed; an upgraded connection stays open.
      if (heard.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      resolve(heard)
    })
  })
}
