import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderedBy, setOf, shellBuild, startBuilds } from './render-testing'
import type { ServerBuilds } from './server-builds'

let root = ''
let builds: ServerBuilds
let warnings: string[]

async function release(name: string, code: string, version = 'v1'): Promise<void> {
  await writeFile(path.join(root, `${name}-${version}.cjs`), code)
}

const start = (options?: Parameters<typeof startBuilds>[2]) => startBuilds(root, warnings, options)
const render = (remote: string | null, at?: string, set?: ReturnType<typeof setOf>) =>
  renderedBy(builds, remote, at, set)

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-builds-'))
  await writeFile(path.join(root, 'shell.cjs'), shellBuild)
  await release('mf-two', "exports.default = { render: () => 'two', query: () => '?two' }")
  warnings = []
  builds = start()
})
afterEach(async () => {
  await builds.stop()
  await rm(root, { recursive: true })
})

test('the query that a page reads is asked for once, and not at all without parameters', async () => {
  await release(
    'mf-one',
    'let n = 0; exports.default = { query: (path, search) => `?${path}${search}${++n}` }',
  )
  const ask = (address: string) =>
    builds.pageQuery(setOf('v1'), 'mf-one', '/:page', new URL(address, 'http://shop.test'))
  expect(await ask('/')).toBe('')
  expect([await ask('/a?a=1'), await ask('/b?a=1'), await ask('/a?a=2')]).toEqual([
    '?/:pagea=11',
    '?/:pagea=11',
    '?/:pagea=22',
  ])
})

test('the entries of a sitemap are read in a worker, from the backend alone', async () => {
  await release(
    'mf-one',
    "exports.default = { entries: async ({ fetch }) => [{ path: await (await fetch('http://backend.test/x')).text(), changed: null }] }",
  )
  const backend = (supabaseUrl: string) =>
    builds.sitemapEntries(setOf('v1'), 'mf-one', {
      supabaseUrl,
      supabaseKey: 'k',
      fetch: () => Promise.resolve(new Response('/products/a')),
    })
  expect(await backend('http://backend.test')).toEqual([{ path: '/products/a', changed: null }])
  await expect(backend('http://other.test')).rejects.toThrow('backend alone')
})

test('a set whose shell cannot run is rejected with the reason, and prepared anew when it can', async () => {
  await writeFile(path.join(root, 'shell.cjs'), "throw new Error('no shell')")
  await expect(builds.prepare(setOf('v1'))).rejects.toThrow('no shell')
  await rm(path.join(root, 'shell.cjs'))
  await expect(builds.prepare(setOf('v1'))).rejects.toThrow('shell.cjs')
  await writeFile(path.join(root, 'shell.cjs'), shellBuild)
  await builds.prepare(setOf('v1'))
  expect(await render('mf-two')).toBe('two')
})

test('every worker of a set runs what was read first, and a build that may not run renders nothing', async () => {
  await builds.stop()
  const asked: string[] = []
  builds = start({
    read(file) {
      asked.push(path.basename(file))
      if (file.includes('mf-one')) return Promise.reject(new Error('It was changed'))
      return Promise.resolve(
        file.includes('mf-two') ? "exports.default = { render: () => 'two' }" : shellBuild,
      )
    },
  })
  await builds.prepare(setOf('v1'))
  expect(builds.routes(setOf('v1'), 'mf-one')).toBeNull()
  expect(warnings).toEqual(['mf-one v1 cannot be rendered, the browser does: It was changed'])
  expect(await render('mf-two')).toBe('two')
  expect(asked.sort()).toEqual(['mf-one-v1.cjs', 'mf-two-v1.cjs', 'shell.cjs'])
})

test('a set that nobody asks for any more is unloaded, and loaded anew when it is', async () => {
  await builds.stop()
  builds = start({ idleMs: 50 })
  const code = 'const loaded = Math.random(); exports.default = { render: () => loaded }'
  await release('mf-one', code)
  await release('mf-one', code, 'v2')
  await release('mf-two', code, 'v2')
  await builds.prepare(setOf('v1'))
  const first = await render('mf-one', '/a')
  expect(await render('mf-one', '/b')).toBe(first)
  await builds.prepare(setOf('v2'))
  await expect.poll(() => render('mf-one', '/c'), { interval: 400, timeout: 20_000 }).not.toBe(first)
})

test('a set is prepared with the pages that were asked for last', async () => {
  const counts = 'let n = 0; exports.default = { render: () => ++n }'
  await release('mf-one', counts)
  await release('mf-one', counts, 'v2')
  await render('mf-one', '/a')
  await builds.prepare(setOf('v2'))
  expect(await render('mf-one', '/a', setOf('v2'))).toBe('2')
})

test('a set is prepared once one of its workers is, whatever the others do', async () => {
  await builds.stop()
  builds = start({ workers: 2 })
  const first = JSON.stringify(path.join(root, 'first'))
  const loopsUnlessFirst = `try { require('node:fs').writeFileSync(${first}, '', { flag: 'wx' }) } catch { for (;;); }`
  await writeFile(path.join(root, 'shell.cjs'), `${loopsUnlessFirst}${shellBuild}`)
  await builds.prepare(setOf('v1'))
  expect(await render('mf-two')).toBe('two')
})
