import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createServer } from 'node:http'
import { proxyLive } from './backend-proxy'

/** A web server that listens. */
export interface Listening {
  port: number
  close(): Promise<void>
}

/**
 * Serves an app on this machine.
 *
 * @param proxiedBackend address of the backend whose live connections are handed on
 * @throws Error saying in one line that the port is taken, or why it cannot listen
 */
export function listen(app: Hono, port: number, proxiedBackend: string | null = null): Promise<Listening> {
  const server = createServer(getRequestListener(app.fetch))
  if (proxiedBackend) proxyLive(server, proxiedBackend)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${String(port)} is in use. Stop what uses it, or set PORT to another.`) : error)
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        close: () => new Promise((closed) => {
          server.close(() => { closed() })
          server.closeAllConnections()
        }),
      })
    })
  })
}
