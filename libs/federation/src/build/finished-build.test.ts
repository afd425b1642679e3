import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFinishedBuild } from './finished-build'

const origin = {
  ...{ name: 'mf-stock', owner: 'team', mounts: ['/stock'] },
  ...{ commit: null, builtAt: '2026-11-26T00:00:00Z', migration: null },
}
let dist = ''
beforeEach(async () => {
  dist = await mkdtemp(path.join(tmpdir(), 'shop-dist-'))
})
afterEach(() => rm(dist, { recursive: true }))

const assets = (...sync: string[]) => ({ js: { sync, async: [] } })

/** Writes a build of a container with one script beside its entry. @param type as the bundler calls it */
async function writeBuild(type: string, entry: string, exposed = './routes') {
  const manifest = {
    metaData: { globalName: 'mf_stock', remoteEntry: { name: 'remoteEntry.js', path: '', type } },
    shared: [
      { name: 'react', assets: assets('routes.js') },
      { name: '@shop/ui', assets: assets() },
    ],
    exposes: [{ path: exposed, assets: assets('routes.js') }],
  }
  await writeFile(path.join(dist, 'mf-manifest.json'), JSON.stringify(manifest))
  await writeFile(path.join(dist, 'remoteEntry.js'), entry)
  await writeFile(path.join(dist, 'routes.js'), 'routes()')
}

const hash = createHash('sha384').update('routes()').digest('base64')
const read = () =>
  withFinishedBuild(dist, origin, async ({ about, parts }) => {
    const pages: { path: string }[] = JSON.parse(
      await readFile(path.join(parts[''] ?? '', 'pages.json'), 'utf8'),
    )
    return { ...about, at: pages.map((page) => page.path) }
  })

test('a build of another repository becomes a release by its manifest', async () => {
  await writeBuild('var', `hashes={a:"sha384-${hash}"}`)
  expect(await read()).toMatchObject({
    ...{ name: 'mf-stock', entry: 'remoteEntry.js', type: 'global', globalName: 'mf_stock' },
    ...{
      routes: ['routes.js'],
      mounts: ['/stock'],
      at: ['/stock', '/stock/*'],
      needs: { '@shop/ui': ['*'] },
    },
  })
})

test('a module needs no hashes of its own, since the page has them', async () => {
  await writeBuild('module', '')
  expect(await read()).toMatchObject({ type: 'module', routes: [] })
})

test('pages that a build describes itself are left as they are', async () => {
  await writeBuild('module', '')
  await writeFile(path.join(dist, 'pages.json'), '[{"path":"/stock/own"}]')
  expect(await read()).toMatchObject({ at: ['/stock/own'] })
})

test.each([
  ['has no manifest', () => Promise.resolve(), 'has no mf-manifest.json'],
  ['exposes no routes', () => writeBuild('global', hash, './button'), 'exposes no ./routes'],
  ['is for servers', () => writeBuild('commonjs', hash), 'of type commonjs'],
  ['has scripts without hashes', () => writeBuild('global', ''), 'has a hash of routes.js'],
])('a build that %s is rejected', async (_, write, words) => {
  await write()
  await expect(read()).rejects.toThrow(words)
})
