import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { ownAddress } from './steps'

interface Whole {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** The shop's own answer to a request. */
function ask(asked: IncomingMessage, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const own = { ...asked.headers, ...headers, connection: 'close' }
    const passed = request(asked.url ?? '', { method: asked.method ?? 'GET', headers: own }, resolve)
    passed.on('error', reject)
    asked.pipe(passed)
  })
}

async function wholeResponse(asked: IncomingMessage): Promise<Whole> {
  delete asked.headers['if-none-match']
  const response = await ask(asked, { 'accept-encoding': 'identity' })
  return { status: response.statusCode ?? 500, headers: response.headers, body: await buffer(response) }
}

const portal = '<!doctype html><title>Welcome</title><p>Sign in to this network'

// Readable for pages of any origin, so that each answer reaches the code that asked.
const plain = (status: number, body: string) => (reply: ServerResponse) => {
  reply.writeHead(status, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end(body)
}

/** Ways in which one request goes wrong. Those made of the shop's answer have its headers, which let browsers cache it for a year. */
export const badResponses = {
  rejected: (reply: ServerResponse) => reply.socket?.resetAndDestroy(),
  half: (reply: ServerResponse, { status, headers, body }: Whole) => {
    reply.writeHead(status, { ...headers, 'content-length': body.length })
    reply.write(body.subarray(0, body.length / 2), () => reply.socket?.destroy())
  },
  'error 500': plain(500, 'Internal error'),
  'error 404': plain(404, 'Not found'),
  'a portal': plain(200, portal),
  'wrong type': (reply: ServerResponse, { status, headers, body }: Whole) =>
    reply.writeHead(status, { ...headers, 'content-type': 'text/plain' }).end(body),
  damaged: (reply: ServerResponse, { status, headers, body }: Whole) =>
    reply.writeHead(status, headers).end(body.fill((body[0] ?? 0) ^ 1, 0, 1)),
  never: () => undefined,
}

export type BadResponse = keyof typeof badResponses

interface Spoilt {
  file: RegExp
  response: BadResponse
  met: (url: string) => void
}

/** One visitor's way to the shop: a proxy that can spoil the answer to a file. */
export class Network {
  readonly #address = ownAddress()
  #next: Spoilt | undefined
  #silent: ServerResponse | undefined
  readonly #server = createServer((asked, reply) => {
    this.#pass(asked, reply).catch(() => reply.destroy())
  }).on('connect', ({ url }, socket) => {
    // The requests that a test makes itself are tunnelled.
    const { hostname, port } = new URL(`http://${url ?? ''}`)
    const shop = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      shop.pipe(socket).pipe(shop)
    })
    shop.on('error', () => socket.destroy())
    socket.on('error', () => shop.destroy())
  })

  /** Opens it. @returns its address, for a browser's settings */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? String(address.port) : ''}`
  }

  /**
   * Spoils the next request for a file.
   * @returns the address that was asked for, once it was
   * @throws Error when nothing asks for it within a minute
   */
  spoilNext(file: RegExp, response: BadResponse): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(reject, 60_000, new Error('Nothing asked for it'))
      const met = (url: string) => {
        clearTimeout(timer)
        resolve(url)
      }
      this.#next = { file, response, met }
    })
  }

  /** Ends the requests that were never answered: a browser waits for a worker's script as long as its connection stands. */
  dropSilent(): void {
    this.#silent?.destroy()
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #pass(asked: IncomingMessage, reply: ServerResponse): Promise<void> {
    const next = this.#next
    const url = asked.url ?? ''
    if (next?.file.test(url) && asked.method !== 'OPTIONS') {
      this.#next = undefined
      if (next.response === 'never') this.#silent = reply
      badResponses[next.response](reply, await wholeResponse(asked))
      next.met(url)
      return
    }
    const response = await ask(asked, this.#address)
    // The browser itself repeats a request that fails on a connection it has used before.
    reply.writeHead(response.statusCode ?? 500, { ...response.headers, connection: 'close' })
    response.pipe(reply)
  }
}
