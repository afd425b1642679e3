import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forkBackend, untilExit, type BackendProcess } from './backend-process'
import { freePort } from './free-port'
import { processMark } from './process-mark'
import { startOwnTestBackend } from './test-backend'

let folder: string
let dataDir: string
let backend: BackendProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-crash-test-'))
  dataDir = join(folder, 'data')
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

/** Starts the backend with a folder of its own for temporary files. */
const start = async (): Promise<BackendProcess> =>
  forkBackend({
    DATA_DIR: dataDir,
    BACKEND_PORT: String(await freePort()),
    SITE_URL: 'http://localhost:3000',
    TMPDIR: join(folder, 'tmp'),
  })

/** The folders for temporary files that a database has or has left behind. */
const temporary = async (): Promise<string[]> =>
  (await readdir(join(folder, 'tmp'))).filter((name) => name.startsWith('shop-postgres-'))

function api(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${backend.url}${path}`, {
    ...init,
    headers: { apikey: backend.secretKey, 'content-type': 'application/json', prefer: 'return=minimal' },
  })
}

async function hasCategory(slug: string): Promise<boolean> {
  const response = await api(`/rest/v1/categories?select=slug&slug=eq.${slug}`)
  return (await response.text()) === `[{"slug":"${slug}"}]`
}

const postmasterPid = (): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

describe('a backend that is killed', () => {
  it('preserves writes when the process dies, and stops the database left behind', async () => {
    const body = JSON.stringify({ name: 'Kept', slug: 'before-the-process-died' })
    expect((await api('/rest/v1/categories', { method: 'POST', body })).status).toBe(201)
    const { secretKey } = backend
    const orphan = processMark(postmasterPid())
    backend.child.kill('SIGKILL')
    await untilExit(backend.child)
    expect(processMark(postmasterPid())).toBe(orphan)

    backend = await start()
    expect(await hasCategory('before-the-process-died')).toBe(true)
    expect(backend.secretKey).toBe(secretKey)
    expect(processMark(Number.parseInt(orphan ?? '', 10))).not.toBe(orphan)
    expect(await temporary()).toHaveLength(1)
  })

  it('ends when the database dies, so that the shop starts both again', async () => {
    process.kill(postmasterPid(), 'SIGKILL')
    await untilExit(backend.child)
    expect(backend.child.exitCode).toBe(1)
    backend = await start()
    expect(await hasCategory('before-the-process-died')).toBe(true)
    expect(await temporary()).toHaveLength(1)
  })
})

describe('an ordinary life', () => {
  it('ends with its parent and leaves no database running; until then its folder is taken', async () => {
    const database = postmasterPid()
    await expect(start()).rejects.toThrow(`DATA_DIR ${dataDir} is in use by process ${backend.child.pid}`)
    expect((await api('/rest/v1/categories?select=slug&limit=1')).status).toBe(200)
    backend.child.disconnect()
    await untilExit(backend.child)
    expect(backend.child.exitCode).toBe(0)
    expect(processMark(database)).toBeUndefined()
    expect(await temporary()).toEqual([])
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
