import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createServer, type RequestListener, type ServerOptions } from 'node:http'
import { proxyWebSockets } from './http/backend-proxy'
import type { CachedResponses } from './cache/cached-responses'

/** A running web server. */
export interface RunningServer {
  port: number
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

function listenerOf({ fetch, cached }: Served): RequestListener {
  const app = getRequestListener(fetch)
  if (!cached) return (request, response) => void app(request, response)
  return (request, response) => {
    cached.send(request, response).then(
      (isSent) => (isSent ? undefined : app(request, response)),
      () => response.destroy(),
    )
  }
}

/**
 * Serves an app on this machine.
 *
 * @param proxiedBackend URL of the backend to which WebSockets are proxied
 * @param trustedProxies how many proxies of our own are in front of this server
 * @throws Error with a one-line message when the port is in use
 */
export function listen(
  app: Served,
  port: number,
  proxiedBackend: string | null = null,
  trustedProxies = 0,
  timeouts: Timeouts = defaultTimeouts,
): Promise<RunningServer> {
  const server = createServer({ ...timeouts, keepAliveTimeout: idleConnectionMs }, listenerOf(app))
  server.maxConnections = maxConnections
  if (proxiedBackend) proxyWebSockets(server, proxiedBackend, trustedProxies)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${String(port)} is in use. Stop what uses it, or set PORT to another.`)
          : error,
      )
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        close: () =>
          new Promise((closed) => {
            server.close(() => {
              closed()
            })
            server.closeAllConnections()
          }),
      })
    })
  })
}
