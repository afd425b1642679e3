import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forkBackend, untilExit, type BackendProcess } from './backend-process'
import { freePort } from './free-port'

let backend: BackendProcess
let folder: string

/** Starts the backend with a folder of its own for temporary files. */
const start = async (): Promise<BackendProcess> =>
  forkBackend({
    DATA_DIR: join(folder, 'data'),
    BACKEND_PORT: String(await freePort()),
    SITE_URL: 'http://localhost:3000',
    TMPDIR: join(folder, 'tmp'),
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-upgrade-test-'))
  await mkdir(join(folder, 'tmp'))
  // The database may run as another user, who must reach its socket.
  await chmod(folder, 0o755)
  backend = await start()
})
afterAll(async () => {
  backend.child.kill('SIGTERM')
  await untilExit(backend.child)
  await rm(folder, { recursive: true, force: true })
})

async function open(target: string): Promise<Socket> {
  const { port } = new URL(backend.url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `GET ${target} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  return socket
}

async function respond(target: string): Promise<string> {
  const socket = await open(target)
  let text = ''
  for await (const part of socket) text += String(part)
  return text.split('\r\n', 1)[0] ?? ''
}

const alive = async (): Promise<number> => (await fetch(`${backend.url}/health`)).status

test.each(['//', 'http://[', '/realtime/v1/..'])(
  'an upgrade of %s is rejected and ends nothing',
  async (target) => {
    expect(await respond(target)).toBe('HTTP/1.1 404 Not Found')
    expect(await alive()).toBe(200)
    expect(backend.child.exitCode).toBeNull()
  },
)

test('upgrades that are reset while they are answered end nothing', async () => {
  for (const target of [
    '/realtime/v1/websocket?apikey=no',
    '/elsewhere',
    `/realtime/v1/websocket?apikey=${backend.publishableKey}`,
  ]) {
    const sockets = await Promise.all(Array.from({ length: 60 }, () => open(target)))
    for (const socket of sockets) socket.resetAndDestroy()
  }
  expect(await alive()).toBe(200)
  expect(backend.child.exitCode).toBeNull()
})

test('a crash leaves no folder for temporary files behind once the backend is back', async () => {
  const left = async (): Promise<string[]> =>
    (await readdir(join(folder, 'tmp'))).filter((name) => name.startsWith('shop-postgres-'))
  for (const stopped of [false, true]) {
    const database = Number(readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0])
    backend.child.kill('SIGKILL')
    await untilExit(backend.child)
    if (stopped) {
      // As after an uncaught error: the database was shut down cleanly.
      process.kill(database, 'SIGINT')
      await expect
        .poll(() => existsSync(join(folder, 'data/postgres/postmaster.pid')), { timeout: 20_000 })
        .toBe(false)
    }
    backend = await start()
    expect(await left()).toHaveLength(1)
  }
  backend.child.kill('SIGTERM')
  await untilExit(backend.child)
  expect(await left()).toEqual([])
  backend = await start()
})
