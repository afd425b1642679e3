import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forkBackend, untilExit, type BackendProcess } from './backend-process'
import { freePort } from './free-port'
import { processMark } from './process-mark'
import { startOwnTestBackend } from './test-backend'

let dataDir: string
let running: BackendProcess[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-crash-test-'))
})

afterAll(async () => {
  await Promise.all(running.map(end))
  await rm(dataDir, { recursive: true, force: true })
})

async function start(folder = dataDir, port?: number): Promise<BackendProcess> {
  const backend = await forkBackend({
    DATA_DIR: folder,
    BACKEND_PORT: String(port ?? (await freePort())),
    SITE_URL: 'http://localhost:3000',
  })
  running.push(backend)
  return backend
}

async function end(backend: BackendProcess): Promise<void> {
  running = running.filter((one) => one !== backend)
  backend.child.kill('SIGTERM')
  await untilExit(backend.child)
}

function api(backend: BackendProcess, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${backend.url}${path}`, {
    ...init,
    headers: { apikey: backend.secretKey, 'content-type': 'application/json', prefer: 'return=minimal' },
  })
}

async function addCategory(backend: BackendProcess, slug: string): Promise<void> {
  const response = await api(backend, '/rest/v1/categories', {
    method: 'POST',
    body: JSON.stringify({ name: slug, slug }),
  })
  expect(response.status).toBe(201)
}

async function hasCategory(backend: BackendProcess, slug: string): Promise<boolean> {
  const response = await api(backend, `/rest/v1/categories?select=slug&slug=eq.${slug}`)
  return (await response.text()) === `[{"slug":"${slug}"}]`
}

function postmasterPid(folder: string): number {
  return Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

describe('a backend that is killed', () => {
  it('preserves writes when the process dies, and stops the database left behind', async () => {
    const first = await start()
    await addCategory(first, 'before-the-process-died')
    const orphan = processMark(postmasterPid(dataDir))
    running = running.filter((one) => one !== first)
    first.child.kill('SIGKILL')
    await untilExit(first.child)
    expect(processMark(postmasterPid(dataDir))).toBe(orphan)

    const second = await start()
    expect(await hasCategory(second, 'before-the-process-died')).toBe(true)
    expect(second.secretKey).toBe(first.secretKey)
    expect(processMark(Number.parseInt(orphan ?? '', 10))).not.toBe(orphan)
    await end(second)
  })

  it('preserves writes when process and database die together', async () => {
    const first = await start()
    await addCategory(first, 'before-both-died')
    running = running.filter((one) => one !== first)
    first.child.kill('SIGKILL')
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await untilExit(first.child)

    const second = await start()
    expect(await hasCategory(second, 'before-both-died')).toBe(true)
    await end(second)
  })

  it('ends when the database dies, so that the shop starts both again', async () => {
    const backend = await start()
    running = running.filter((one) => one !== backend)
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await untilExit(backend.child)
    expect(backend.child.exitCode).toBe(1)
  })
})

describe('an ordinary life', () => {
  it('ends with its parent and leaves no database running; until then its folder is taken', async () => {
    const backend = await start()
    const database = postmasterPid(dataDir)
    await expect(start()).rejects.toThrow(`DATA_DIR ${dataDir} is in use by process ${backend.child.pid}`)
    expect((await api(backend, '/rest/v1/categories?select=slug&limit=1')).status).toBe(200)
    running = running.filter((one) => one !== backend)
    backend.child.disconnect()
    await untilExit(backend.child)
    expect(backend.child.exitCode).toBe(0)
    expect(processMark(database)).toBeUndefined()
  })

  it('stores its secrets readable by the owner only', async () => {
    expect((await stat(join(dataDir, 'keys.json'))).mode & 0o777).toBe(0o600)
  })
})

describe('a start that cannot succeed says so in one line', () => {
  const startHere = async (folder = dataDir, port?: number) =>
    startOwnTestBackend({ dataDir: folder, port: port ?? (await freePort()) })

  it('names a port in use', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await expect(startHere(dataDir, port)).rejects.toThrow(
      new RegExp(`^Port ${port} is in use.*set BACKEND_PORT to a free port\\.$`),
    )
    other.close()
  })

  it('names a data folder that is a file', async () => {
    const file = join(dataDir, 'a-file')
    await writeFile(file, '')
    await expect(startHere(file)).rejects.toThrow(
      `DATA_DIR ${file} is not a folder: set DATA_DIR to a folder this user may write to.`,
    )
  })

  it('names a damaged key file', async () => {
    const keys = await readFile(join(dataDir, 'keys.json'), 'utf8')
    await writeFile(join(dataDir, 'keys.json'), '{')
    await expect(startHere()).rejects.toThrow('keys.json is damaged')
    await writeFile(join(dataDir, 'keys.json'), keys)
  })
})
