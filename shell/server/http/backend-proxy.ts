import type { HttpBindings } from '@hono/node-server'
import { rejectedCast, rejectedEmbedding, rejectedPath } from '@shop/settings/request-rules'
import type { Handler, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { proxy } from 'hono/proxy'
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { backendFetch } from './backend-fetch'
import { addressHeaders, addressOf, visitorAddress } from './visitor-address'

/** Path of the backend on the shop's own origin. */
export const proxyPath = '/supabase'

const services = /^\/supabase\/(?:rest|auth|storage|realtime)\/v1\//
const realtime = /^\/supabase\/realtime\/v1\//

function targetOf(path: string, backendUrl: string): URL | null {
  return services.test(path) ? new URL(backendUrl + path.slice(proxyPath.length)) : null
}

// Node's fetch rejects some others, such as TRACE, which would look like an outage.
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const maxBodyBytes = 1024 * 1024
// A picture of 5 MB and the overhead of multipart encoding.
const maxUploadBytes = 6 * 1024 * 1024
const upload = /^\/supabase\/storage\/v1\/object\/(?!list\/)/

/** Reads the rest of a body, up to a limit, since a client reads the response only after it has sent its request. */
async function drain(body: ReadableStream<Uint8Array> | null): Promise<void> {
  const reader = body?.getReader()
  for (let length = 0; reader && length < 4 * maxUploadBytes;) {
    const { done, value } = await reader.read()
    if (done) return
    length += value.byteLength
  }
}

/**
 * Rejects bodies that are too large for the backend, which would close the connection before reading them: the proxy
 * could not tell that from an outage.
 */
export const proxyBodyLimit: MiddlewareHandler = (context, next) => {
  const maxSize = upload.test(context.req.path) ? maxUploadBytes : maxBodyBytes
  return bodyLimit({
    maxSize,
    async onError() {
      await drain(context.req.raw.body).catch(() => undefined)
      const message = `The request body is larger than ${String(maxSize)} bytes: send less at once.`
      return context.json({ code: 'PT413', message, details: null, hint: 'body' }, 413, {
        'cache-control': 'no-store',
      })
    },
  })(context, next)
}

/**
 * Proxies requests to the backend, so that browsers use one origin and send no CORS preflights. The visitor's IP address
 * is forwarded as the only one; the shop's own cookies are not.
 * @param trustedProxies how many proxies of our own are in front of this server
 */
export function backendProxy(backendUrl: string, trustedProxies = 0): Handler {
  return async (context) => {
    const { pathname, search } = new URL(context.req.url)
    const target = targetOf(pathname, backendUrl)
    if (!target) return context.text('Not found', 404, { 'cache-control': 'no-store' })
    if (!methods.includes(context.req.method))
      return context.json({ message: `${context.req.method} is no method of the backend.` }, 405, {
        allow: methods.join(', '),
        'cache-control': 'no-store',
      })
    target.search = search
    const rejection =
      rejectedPath((context.env as HttpBindings).incoming.url ?? '') ??
      rejectedEmbedding(target.searchParams) ??
      rejectedCast(target.searchParams)
    if (rejection !== undefined)
      return context.json({ code: 'PGRST100', message: rejection, details: null, hint: null }, 400, {
        'cache-control': 'no-store',
      })
    const headers = new Headers(context.req.raw.headers)
    for (const name of ['cookie', 'host', ...addressHeaders]) headers.delete(name)
    headers.set('x-forwarded-for', visitorAddress(context, trustedProxies))
    try {
      const response = await proxy(target, { raw: context.req.raw, headers, customFetch: backendFetch })
      response.headers.delete('set-cookie')
      return response
    } catch {
      return context.json({ message: 'The shop cannot reach its data at the moment.' }, 502, {
        'cache-control': 'no-store',
      })
    }
  }
}

function pipeUpgrade(
  from: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  target: URL,
  address: string,
): void {
  const removed: readonly string[] = ['cookie', 'host', ...addressHeaders]
  const headers = Object.fromEntries(Object.entries(from.headers).filter(([name]) => !removed.includes(name)))
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest
  const upstreamRequest = send(target, {
    headers: { ...headers, 'x-forwarded-for': address },
    // A backend without TLS is in the own network: no proxy of the environment leads to it.
    ...(send === httpRequest && { agent: false }),
  })
  const fail = () => {
    socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n')
  }
  upstreamRequest.once('response', fail).once('error', fail)
  socket.once('error', () => {
    upstreamRequest.destroy()
  })
  upstreamRequest.once('upgrade', (response, upstream, first) => {
    const lines = Object.entries(response.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`)
    if (first.length > 0) socket.write(first)
    if (head.length > 0) upstream.write(head)
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one
        .once('error', () => {
          other.destroy()
        })
        .once('close', () => {
          other.destroy()
        })
      one.pipe(other)
    }
  })
  upstreamRequest.end()
}

/** Proxies Realtime WebSockets to the backend. @param trustedProxies as for `backendProxy` */
export function proxyWebSockets(server: Server, backendUrl: string, trustedProxies = 0): void {
  server.on('upgrade', (request, socket, head) => {
    const target = targetOf(request.url ?? '', backendUrl)
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join()
    const address = addressOf(request.socket.remoteAddress, forwarded, trustedProxies)
    if (target && realtime.test(request.url ?? '')) pipeUpgrade(request, socket, head, target, address)
    else socket.destroy()
  })
}
