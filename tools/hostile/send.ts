import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { Answer } from '../../supabase/tests/hostile/judge'

/** One request as it goes over the wire: no client tidies its path, headers or body. */
export interface Shot {
  method: string
  /** Origin of the server that is asked, such as "http://127.0.0.1:3000". */
  origin: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** The loopback address it comes from; another one for each call without it. */
  from?: string
}

/** What came back. */
export interface Reply extends Answer {
  headers: Record<string, string>
  milliseconds: number
}

const patienceMs = 20_000
const agents = new Map<string, Agent>()
let sent = 0

/** The n-th address of this machine's loopback network, 127.0.0.0/8, that callers have for themselves. */
export function loopback(n: number): string {
  return process.platform === 'linux'
    ? `127.${String(1 + ((n >> 16) % 200))}.${String((n >> 8) & 255)}.${String(1 + ((n & 255) % 254))}`
    : '127.0.0.1'
}

/** An address nobody has called from yet. */
function freshAddress(): string {
  sent += 1
  return loopback(sent)
}

/** Sends one request and waits for all of its answer; `status` 0 with the reason when none came. */
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
      outgoing.setTimeout(patienceMs, () => {
        nothing(`no answer within ${String(patienceMs)} ms`)
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

/** Callers with an address of their own keep their connections; one call from a fresh address keeps none. */
function agentOf(from: string | undefined): Agent | false {
  if (from === undefined) return false
  const known = agents.get(from) ?? new Agent({ keepAlive: true, maxSockets: 64 })
  agents.set(from, known)
  return known
}

/** Ends the connections that are kept. */
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
      // The status line is all that is asked for; what is upgraded stays open.
      if (heard.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      resolve(heard)
    })
  })
}
