import { appendFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { readRecord, storeRelease } from './store-release'

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  return { ...real, cp: vi.fn(real.cp), writeFile: vi.fn(real.writeFile) }
})
const real = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises')

const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
let root = ''
let store = ''

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-full-'))
  store = path.join(root, 'releases')
  await mkdir(path.join(root, 'build'))
  await real.writeFile(path.join(root, 'build/entry.js'), 'a whole script')
  return () => rm(root, { recursive: true })
})

const put = (version: string) =>
  storeRelease(store, {
    about: {
      ...{ name: 'mf-catalog', version, commit: null, owner: 'x', builtAt: '2026-11-23T00:00:00Z' },
      ...{ entry: 'entry.js', manifest: 'm.json', globalName: 'g', routes: [], pages: [], mounts: [] },
      ...{ server: null, needs: {}, provides: {}, migration: null, database: [] },
    },
    parts: { '': path.join(root, 'build') },
  })

test.each([
  [
    'a file of the build',
    () =>
      vi.mocked(cp).mockImplementationOnce(async (_, to) => {
        await appendFile(path.join(String(to), 'entry.js'), 'a wh')
        throw full
      }),
  ],
  [
    'the record',
    () =>
      vi.mocked(writeFile).mockImplementationOnce(async (file) => {
        await real.writeFile(file, '{ "na')
        throw full
      }),
  ],
])('a disk that is full at %s leaves no half of a release, and the ones before', async (_, fillUp) => {
  await put('v1')
  fillUp()
  await expect(put('v2')).rejects.toBe(full)
  expect(await readdir(path.join(store, 'mf-catalog'))).toEqual(['v1'])
  expect(await readRecord(store, 'mf-catalog', 'v1')).toMatchObject({ version: 'v1' })
  expect(await put('v2')).toMatchObject({ version: 'v2' })
})
