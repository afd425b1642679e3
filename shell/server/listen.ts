import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { proxyWebSockets } from './http/backend-proxy'
import type { CachedResponses } from './cache/cached-responses'

/** A running web server. */
export interface RunningServer {
  port: number
  /** Ends it in order: requests in flight get their responses, as far as the time for that allows. */
  close(): Promise<void>
}

/** Timeouts in milliseconds: for a request's headers, for the whole request, and how often they are checked. */
export type Timeouts = Required<
  Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>
>

/**
 * How long an idle connection stays open, in milliseconds: longer than proxies and clients keep theirs (a minute), so that none of
 * them sends a request on a connection that is just being closed.
 */
const idleConnectionMs = 65_000

// Long enough to upload a picture of 5 MB over a slow connection.
const defaultTimeouts: Timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5000,
}

/** Simultaneous connections; more are closed at once. */
const maxConnections = 5000

/** An app, and what answers before it. */
type Served = Pick<Hono, 'fetch'> & { cached?: CachedResponses }

/** Where and how the web server listens. */
export interface ListenOptions {
  /** 0 takes any free port. */
  port: number
  /** Address of this machine to listen at; by default 127.0.0.1, which only this machine reaches. */
  host?: string
  /** URL of the backend to which WebSockets are proxied. */
  proxiedBackend?: string | null
  /** How many proxies of our own are in front of this server. */
  trustedProxies?: number
  timeouts?: Timeouts
  shutdown?: ShutdownTimes
  /** Wraps what answers requests, to log and count them. */
  observe?: (listener: RequestListener) => RequestListener
}

/** How a shutdown takes its time, in milliseconds. */
export interface ShutdownTimes {
  /** How long new requests are still accepted, so that a load balancer notices at `/readyz` that this server is going. */
  delayMs: number
  /** How long requests in flight may take after that. */
  timeoutMs: number
}

function listenerOf({ fetch, cached }: Served): RequestListener {
  // Health checks of load balancers speak HTTP/1.0, which has no Host header.
  const app = getRequestListener(fetch, { hostname: 'localhost' })
  if (!cached) return (request, response) => void app(request, response)
  return (request, response) => {
    cached.send(request, response).then(
      (isSent) => (isSent ? undefined : app(request, response)),
      () => response.destroy(),
    )
  }
}

/** @returns a function that ends the server once the requests in flight have their responses, or the time is over */
function gracefulClose(server: Server, { delayMs, timeoutMs }: ShutdownTimes): () => Promise<void> {
  const inFlight = new Set<ServerResponse>()
  const upgraded = new Set<Duplex>()
  let isStopping = false
  let isClosing = false
  const closeWhenIdle = () => {
    if (isClosing && inFlight.size === 0) server.closeAllConnections()
  }
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (isStopping) response.setHeader('connection', 'close')
    inFlight.add(response)
    response.once('close', () => {
      inFlight.delete(response)
      closeWhenIdle()
    })
  })
  server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
  })
  return async () => {
    isStopping = true
    for (const response of inFlight) if (!response.headersSent) response.setHeader('connection', 'close')
    await sleep(delayMs)
    isClosing = true
    const closed = new Promise<void>((resolve) => {
      server.close(() => {
        resolve()
      })
    })
    // Subscribers reconnect by themselves, to another server.
    for (const socket of upgraded) socket.destroy()
    const timeout = setTimeout(() => {
      server.closeAllConnections()
    }, timeoutMs)
    closeWhenIdle()
    await closed
    clearTimeout(timeout)
  }
}

/**
 * Serves an app.
 * @throws Error with a one-line message when the port is in use
 */
export function listen(
  app: Served,
  {
    port,
    host = '127.0.0.1',
    proxiedBackend = null,
    trustedProxies = 0,
    timeouts = defaultTimeouts,
    shutdown = { delayMs: 0, timeoutMs: 10_000 },
    observe = (listener) => listener,
  }: ListenOptions,
): Promise<RunningServer> {
  const server = createServer({ ...timeouts, keepAliveTimeout: idleConnectionMs }, observe(listenerOf(app)))
  server.maxConnections = maxConnections
  const close = gracefulClose(server, shutdown)
  if (proxiedBackend) proxyWebSockets(server, proxiedBackend, trustedProxies)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${String(port)} is in use. Stop what uses it, or set PORT to another.`)
          : error,
      )
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve({ port: typeof address === 'object' && address ? address.port : port, close })
    })
  })
}
