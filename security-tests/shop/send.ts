import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { Attacker } from '../../supabase/tests/declaration/attack'
import type { AttackedShop } from './fixtures'

/** One request. Its texts may name facts of the shop, as `@victimOrder@`. */
export interface Call {
  by?: Attacker
  /** Where it goes: to the backend, to the backend through the web server's proxy, or to the web server. */
  way?: 'backend' | 'proxy' | 'web'
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** The address it comes from; a new one for each call by default. */
  from?: string
}

/** The response; `status` 0 with the reason as its body when there was none. */
export interface Reply {
  status: number
  type: string
  body: string
  range: string
  location: string
  headers: Record<string, string>
  milliseconds: number
}

const timeoutMs = 20_000
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
let sent = 0

/** The n-th address of this machine's loopback network, 127.0.0.0/8, one per caller. */
export function loopback(n: number): string {
  return process.platform === 'linux'
    ? `127.${String(1 + ((n >> 16) % 200))}.${String((n >> 8) & 255)}.${String(1 + ((n & 255) % 254))}`
    : '127.0.0.1'
}

/** Replaces `@name@` by the shop's fact of that name. */
export function withFacts(text: string, facts: Record<string, string>): string {
  return text.replace(/@(\w+)@/g, (whole, name: string) => facts[name] ?? whole)
}

/** Where a call goes. The web server sees the address of the connection; the backend believes a proxy on this machine. */
function route({ backend, web }: AttackedShop, { way = 'backend', from }: Call) {
  sent += 1
  const address = from ?? loopback(sent)
  if (way === 'backend' || web === null)
    return { origin: backend.url, prefix: '', agent, headers: { 'x-forwarded-for': address } }
  return {
    origin: web,
    prefix: way === 'proxy' ? '/supabase' : '',
    localAddress: address,
    agent: from === undefined ? (false as const) : agent,
    headers: {},
  }
}

/** Sends one request as it stands, since no client normalises its path, headers or body, and reads its whole response. */
export function send(shop: AttackedShop, call: Call): Promise<Reply> {
  const { origin, prefix, headers: added, ...options } = route(shop, call)
  const { hostname, port } = new URL(origin)
  const given = Object.fromEntries(
    Object.entries({ ...(call.by && shop.headers[call.by]), ...call.headers }).map(([name, value]) => [
      name.toLowerCase(),
      withFacts(value, shop.facts),
    ]),
  )
  const body = typeof call.body === 'string' ? Buffer.from(withFacts(call.body, shop.facts)) : call.body
  const length = body && !('transfer-encoding' in given) ? { 'content-length': String(body.byteLength) } : {}
  const began = performance.now()
  return new Promise((resolve) => {
    const settle = (status: number, text: string, headers: Record<string, string> = {}): void => {
      resolve({
        status,
        body: text,
        headers,
        type: headers['content-type'] ?? '',
        range: headers['content-range'] ?? '',
        location: headers.location ?? '',
        milliseconds: performance.now() - began,
      })
    }
    try {
      const outgoing = request({
        ...options,
        hostname,
        port,
        method: call.method,
        path: prefix + withFacts(call.path, shop.facts),
        headers: { ...added, ...length, ...given },
      })
      outgoing.setTimeout(timeoutMs, () => {
        settle(0, `no answer within ${String(timeoutMs)} ms`)
        outgoing.destroy()
      })
      outgoing.once('error', (error) => {
        settle(0, error.message)
      })
      outgoing.once('upgrade', (incoming, socket) => {
        socket.destroy()
        settle(incoming.statusCode ?? 0, '')
      })
      outgoing.once('response', (incoming) => {
        const parts: Buffer[] = []
        incoming.on('data', (part: Buffer) => parts.push(part))
        incoming.once('error', (error) => {
          settle(0, error.message)
        })
        incoming.once('end', () => {
          const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
          settle(incoming.statusCode ?? 0, Buffer.concat(parts).toString(), Object.fromEntries(headers))
        })
      })
      outgoing.end(body)
    } catch (error) {
      settle(0, `not sent: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
}

/**
 * Sends bytes on a connection of their own.
 * @param reset ends it with a reset as soon as the bytes are out
 * @returns what came back; '' for nothing
 */
export function sendBytes(
  origin: string,
  bytes: string,
  { reset = false, waitMs = 3000 } = {},
): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(bytes, () => {
        if (reset) socket.resetAndDestroy()
      })
    })
    socket.setTimeout(waitMs, () => {
      socket.destroy()
    })
    socket.on('data', (part) => {
      received += part.toString()
      // Only the status line is needed; an upgraded connection stays open.
      if (received.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      resolve(received)
    })
  })
}
