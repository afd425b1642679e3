import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { localSigningKey, releaseVerifier, signRelease, storeRelease } from '@shop/federation/store'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { followReleases } from './live-releases'
import type { KnownReleases, ReleaseSource } from './release-source'

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  return { ...real, writeFile: vi.fn(real.writeFile) }
})
const real = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises')

/** A store with two releases of the shell, beside a shop whose live set is announced. */
async function openStore(root: string) {
  const store = path.join(root, 'releases')
  const key = await localSigningKey(path.join(root, 'key.pem'))
  await mkdir(path.join(root, 'build'))
  for (const version of ['s1', 's2']) {
    const name = 'shell'
    await real.writeFile(path.join(root, 'build/entry.js'), version)
    const about = {
      ...{ name, version, commit: null, owner: 'x', builtAt: '2026-11-23T00:00:00Z', entry: 'entry.js' },
      ...{ manifest: 'm.json', globalName: 'g', routes: [], pages: [], mounts: [], server: null },
      ...{ needs: {}, provides: {}, migration: null, database: [] },
    }
    await storeRelease(store, { about, parts: { '': path.join(root, 'build') } })
    await signRelease(path.join(store, name, version), key)
  }
  const sets = { a: { shell: 's1' }, b: { shell: 's2' } }
  let state: KnownReleases = { live: 'a', last_good: null, withdrawn: [], migrations: null, sets }
  let announce: () => void = () => undefined
  const source: ReleaseSource = {
    read: () => Promise.resolve(structuredClone(state)),
    subscribe: (onChange) => {
      announce = onChange
      return { stop: () => Promise.resolve() }
    },
  }
  const warn = vi.fn<(message: string) => void>()
  const lastGoodFile = path.join(root, 'data/release-set.json')
  const verify = releaseVerifier(store, [key])
  const shop = await followReleases({ store, verify, source, lastGoodFile, warn, pollMs: 60_000 })
  const promote = (live: string) => {
    state = { ...state, live }
    announce()
  }
  const noted = async () => JSON.parse(await readFile(lastGoodFile, 'utf8')) as KnownReleases
  return { shop, promote, noted, warn }
}

test('a set goes live although the disk is full, which is told once, and is noted once there is room', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'shop-full-'))
  const { shop, promote, noted, warn } = await openStore(root)
  try {
    vi.mocked(writeFile).mockImplementation(async (file, text) => {
      await real.writeFile(file, String(text).slice(0, 9))
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    })
    promote('b')
    await vi.waitFor(() => {
      expect(warn).toHaveBeenCalled()
    })
    promote('b')
    await shop.stop()
    expect((await shop.current()).id).toBe('b')
    expect(shop.problem()).toBeNull()
    // A start without the database serves the set before.
    expect((await noted()).live).toBe('a')
    expect(warn.mock.calls).toEqual([
      ['What is live cannot be noted: ENOSPC: no space left on device, write'],
    ])
    vi.mocked(writeFile).mockImplementation(real.writeFile)
    promote('b')
    await shop.stop()
    expect((await noted()).live).toBe('b')
  } finally {
    await rm(root, { recursive: true })
  }
})

test.each(['EROFS', 'EACCES'])(
  'a store that is read-only (%s) is served, and nothing is said of it',
  async (code) => {
    const root = await mkdtemp(path.join(tmpdir(), 'shop-read-only-'))
    try {
      vi.mocked(writeFile).mockImplementation((file, text) =>
        String(file).startsWith(path.join(root, 'releases/consumers'))
          ? Promise.reject(Object.assign(new Error(`${code}: read-only`), { code }))
          : real.writeFile(file, text),
      )
      const { shop, noted, warn } = await openStore(root)
      await shop.stop()
      expect((await shop.current()).id).toBe('a')
      expect((await noted()).live).toBe('a')
      expect(warn).not.toHaveBeenCalled()
    } finally {
      vi.mocked(writeFile).mockImplementation(real.writeFile)
      await rm(root, { recursive: true })
    }
  },
)
