import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createServer, type ServerOptions } from 'node:http'
import { proxyLive } from './backend-proxy'

/** A web server that listens. */
export interface Listening {
  port: number
  close(): Promise<void>
}

/** How long a client may take, in milliseconds: for the head of a request and for all of it, and how often that is checked. */
export type Patience = Required<
  Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>
>

// Time enough for a picture of 5 MB by a slow line.
const standardPatience: Patience = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5000,
}

/** Connections at once; more are closed as they come. */
const mostConnections = 5000

/**
 * Serves an app on this machine.
 *
 * @param proxiedBackend address of the backend whose live connections are handed on
 * @param trustedProxies how many proxies of our own stand before this server
 * @throws Error saying in one line that the port is taken, or why it cannot listen
 */
export function listen(
  app: Hono,
  port: number,
  proxiedBackend: string | null = null,
  trustedProxies = 0,
  patience: Patience = standardPatience,
): Promise<Listening> {
  const server = createServer(patience, getRequestListener(app.fetch))
  server.maxConnections = mostConnections
  if (proxiedBackend) proxyLive(server, proxiedBackend, trustedProxies)
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
