import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { executableOnPath, installFromDebian } from '../test/browser'
import { freePort } from '@shop/local-supabase/free-port'

/** What stands before the web servers. */
export interface LoadBalancer {
  /** Name and version of the program. */
  name: string
  /** How many web servers it sends requests to. */
  ready(): Promise<number>
  stop(): Promise<void>
}

// Each server is asked twice a second; a request that could not be sent to one is sent to another.
const configuration = (port: number, statesPort: number, servers: readonly number[]) => `
global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 5s
  retries 3
  option redispatch
  retry-on conn-failure empty-response
  option forwardfor
frontend states
  bind 127.0.0.1:${String(statesPort)}
  stats enable
  stats uri /
frontend shop
  bind 127.0.0.1:${String(port)}
  http-request disable-l7-retry unless METH_GET
  default_backend web
backend web
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 500ms fall 2 rise 1
${servers.map((server, index) => `  server web${String(index + 1)} 127.0.0.1:${String(server)}`).join('\n')}

`

async function untilAlive(port: number): Promise<void> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${String(port)}/livez`).catch(() => null)
    if (response?.ok) return
    await sleep(50)
  }
}

async function startHaproxy(
  haproxy: string,
  port: number,
  servers: readonly number[],
  folder: string,
): Promise<LoadBalancer> {
  const file = path.join(folder, 'haproxy.cfg')
  const statesPort = await freePort()
  writeFileSync(file, configuration(port, statesPort, servers))
  const child = spawn(haproxy, ['-db', '-q', '-f', file], { stdio: 'ignore' })
  const version = spawn(haproxy, ['-v'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [about]: Buffer[] = await once(version.stdout, 'data')
  await untilAlive(port)
  return {
    name: /HAProxy version \S+/.exec(String(about))?.[0] ?? 'HAProxy',
    async ready() {
      const states = await (await fetch(`http://127.0.0.1:${String(statesPort)}/;csv`)).text()
      return states
        .split('\n')
        .filter((line) => /^web,web\d,/.test(line) && line.split(',')[17]?.startsWith('UP')).length
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Passes requests round robin to the servers that are ready, where no HAProxy is installed. */
async function startNodeProxy(port: number, servers: readonly number[]): Promise<LoadBalancer> {
  let ready: number[] = []
  let turn = 0
  const check = async () => {
    const states = await Promise.all(
      servers.map((server) =>
        fetch(`http://127.0.0.1:${String(server)}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    ready = servers.filter((_, index) => states[index])
  }
  const timer = setInterval(() => void check(), 500)
  const pass = (from: IncomingMessage, to: ServerResponse, body: Buffer, tried: number) => {
    const server = ready[turn++ % ready.length]
    if (server === undefined || tried > servers.length) {
      to.writeHead(503).end()
      return
    }
    const { method, url, headers } = from
    const upstream = request({ port: server, method, path: url, headers, agent: false }, (response) => {
      to.writeHead(response.statusCode ?? 502, response.headers)
      pipeline(response, to, () => undefined)
    })
    upstream.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') pass(from, to, body, tried + 1)
      else if (!to.headersSent) to.writeHead(502).end()
    })
    upstream.end(body)
  }
  const proxy = createServer((from, to) => {
    void buffer(from).then(
      (body) => {
        pass(from, to, body, 0)
      },
      () => to.destroy(),
    )
  })
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  return {
    name: 'a proxy in Node, since HAProxy is not installed',
    ready: () => Promise.resolve(ready.length),
    async stop() {
      clearInterval(timer)
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

// Debian has it where only root looks.
const findHaproxy = () => executableOnPath(['haproxy'], `${process.env.PATH ?? ''}:/usr/sbin`)

/** Starts HAProxy where it is installed or can be, otherwise a proxy in Node. @param folder for its configuration */
export function startLoadBalancer(
  port: number,
  servers: readonly number[],
  folder: string,
): Promise<LoadBalancer> {
  const haproxy = findHaproxy() ?? (installFromDebian('haproxy') ? findHaproxy() : null)
  return haproxy ? startHaproxy(haproxy, port, servers, folder) : startNodeProxy(port, servers)
}
