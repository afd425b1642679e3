import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TooBusy } from './render-errors'
import { renderedBy, setOf, shellBuild, startBuilds } from './render-testing'
import type { ServerBuilds } from './server-builds'

let root = ''
let builds: ServerBuilds
let warnings: string[]

async function release(name: string, code: string, version = 'v1'): Promise<void> {
  await writeFile(path.join(root, `${name}-${version}.cjs`), code)
}

const start = (options?: Parameters<typeof startBuilds>[2]) => startBuilds(root, warnings, options)
const render = (remote: string | null, at?: string, set?: ReturnType<typeof setOf>, fetcher?: typeof fetch) =>
  renderedBy(builds, remote, at, set, fetcher)

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

test('a remote’s build gets the shell’s own instances', async () => {
  await release('mf-one', "exports.default = { render: () => require('react').name }")
  expect(await render('mf-one')).toBe('the shell’s own')
})

test.each([
  ['throws while it runs', "throw new Error('no good')", 'no good'],
  ['cannot be read', 'exports.default = [', 'Unexpected token'],
  ['asks for what is not shared', "require('node:fs')", 'node:fs is not shared'],
  ['asks for what every object has', "require('constructor')", 'constructor is not shared'],
  ['asks Node for its modules', "process.getBuiltinModule('fs')", 'not a function'],
  ['loops while it is loaded', 'for (;;);', 'longer than 1000 ms'],
  [
    'takes all memory while it is loaded',
    'const all = []; for (;;) all.push(new Array(1e5).fill({}))',
    /memory|longer/,
  ],
])('a build that %s leaves its own pages to the browser, with one warning', async (_, code, reason) => {
  await release('mf-one', code)
  await builds.prepare(setOf('v1'))
  expect(builds.routes(setOf('v1'), 'mf-one')).toBeNull()
  expect(await render('mf-two')).toBe('two')
  const ofRemote = warnings.filter((warning) => warning.startsWith('mf-one v1 '))
  expect(ofRemote).toHaveLength(1)
  expect(ofRemote[0]).toMatch(reason)
})

test.each([
  ['throws', "throw new Error('It threw')", 'It threw'],
  ['never settles', 'return new Promise(() => {})', 'longer than 500 ms'],
  ['takes all memory', 'const all = []; for (;;) all.push(new Array(1e5).fill({}))', /memory|longer/],
])('a page that %s costs only itself', async (_, code, reason) => {
  await release('mf-one', `exports.default = { render: () => { ${code} } }`)
  await builds.prepare(setOf('v1'))
  await expect(render('mf-one')).rejects.toThrow(reason)
  expect(await render('mf-two')).toBe('two')
  expect(await render(null)).toBe('frame')
})

test.each([
  ['throws at import', '', "throw new Error('It threw')", 'It threw'],
  ['throws', "throw new Error('It threw')", '', 'It threw'],
  ['takes all memory', 'const all = []; for (;;) all.push(new Array(1e5).fill({}))', '', /memory|longer/],
])(
  'a fragment that %s costs neither its page nor other fragments, and one that ended a worker is not tried again for a while',
  async (_, code, before, reason) => {
    await release('mf-one', `${before}; exports.fragments = { row: () => { ${code} } }`)
    await release(
      'mf-two',
      "exports.default = { render: () => 'two' }; exports.fragments = { column: () => null }",
    )
    const page = (fragments?: Record<string, string>, at = '/') =>
      renderedBy(builds, 'mf-two', at, undefined, undefined, fragments)
    await expect(page({ row: 'mf-one' })).rejects.toThrow(reason)
    expect(await page()).toBe('two')
    expect(await page({ column: 'mf-two' })).toBe('two')
    const again = page({ row: 'mf-one' })
    await expect(again).rejects.toThrow(reason === 'It threw' ? reason : 'a moment ago')
  },
)

test('a fragment that ended three workers is left out of every page for a while', async () => {
  await release('mf-one', 'exports.fragments = { row: () => { for (;;); } }')
  const page = (at: string, fragments?: Record<string, string>) =>
    renderedBy(builds, 'mf-two', at, undefined, undefined, fragments)
  for (const at of ['/a', '/b', '/c'])
    await expect(page(at, { row: 'mf-one' })).rejects.toThrow('longer than 500 ms')
  await expect(page('/d', { row: 'mf-one' })).rejects.toThrow('a moment ago')
  for (const at of ['/a', '/d']) expect(await page(at)).toBe('two')
})

test('pages that loop are not tried again for a while, and others rendered meanwhile do not wait for them', async () => {
  await builds.stop()
  builds = start({ workers: 2 })
  await release('mf-one', 'exports.default = { render: () => { for (;;); } }')
  await builds.prepare(setOf('v1'))
  let isOver = false
  const looping = render('mf-one').finally(() => (isOver = true))
  looping.catch(() => undefined)
  for (let page = 0; page < 5; page += 1) expect(await render('mf-two', `/${String(page)}`)).toBe('two')
  expect(isOver).toBe(false)
  await expect(looping).rejects.toThrow('longer than')
  await expect(render('mf-one')).rejects.toThrow('a moment ago')
  for (const path of ['/a', '/b']) await expect(render('mf-one', path)).rejects.toThrow('longer than')
  await expect(render('mf-one', '/c')).rejects.toThrow('a moment ago')
  expect(await render('mf-two')).toBe('two')
})

test('pages that get no worker in time, or find too many waiting, are rejected', async () => {
  await builds.stop()
  builds = start({ limits: { maxQueue: 1, waitMs: 100 } })
  await release('mf-one', 'exports.default = { render: () => { for (;;); } }')
  await builds.prepare(setOf('v1'))
  const looping = render('mf-one')
  looping.catch(() => undefined)
  const rejected = [render('mf-two'), render('mf-two')].map((page) => expect(page).rejects.toThrow(TooBusy))
  await Promise.all(rejected)
  await expect(looping).rejects.toThrow('longer than')
  await expect.poll(() => render('mf-two').catch(() => 'rejected'), { timeout: 10_000 }).toBe('two')
})

test('a rejection or an error that nobody catches is logged with its remote, and ends nothing', async () => {
  await release(
    'mf-one',
    `setTimeout(() => { throw new Error('Out of a timer') }); void Promise.reject(new Error('Forgotten'))
    exports.default = { render: () => 'one' }`,
  )
  expect(await render('mf-one')).toBe('one')
  await expect.poll(() => warnings.length, { timeout: 10_000 }).toBe(2)
  expect(warnings.join()).toContain('Forgotten')
  expect(warnings.join()).toContain('Out of a timer')
})

test('a worker that holds too much memory is replaced', async () => {
  await release(
    'mf-one',
    'let held = []; exports.default = { render: ({ url }) => { if (url.endsWith("heavy")) held.push(Buffer.alloc(4e8)); return held.length } }',
  )
  await expect(render('mf-one', '/heavy')).rejects.toThrow('too much memory')
  expect(await render('mf-one', '/light')).toBe('0')
})

test('remotes’ code sees no environment, no modules of Node and no way into the network', async () => {
  process.env.SHOP_TEST_SECRET = 'secret'
  await release(
    'mf-one',
    `exports.default = { render: async () => JSON.stringify([
      process.env.SHOP_TEST_SECRET, typeof process.getBuiltinModule, typeof process.exit, typeof globalThis.require, typeof WebSocket,
      await fetch('http://127.0.0.1:1').then(() => 'sent', (error) => error.name)]) }`,
  )
  try {
    expect(JSON.parse(await render('mf-one'))).toEqual([
      null,
      'undefined',
      'undefined',
      'undefined',
      'undefined',
      'TypeError',
    ])
  } finally {
    delete process.env.SHOP_TEST_SECRET
  }
})

test('builds see no storage of a browser, which newer Nodes have', async () => {
  await release('mf-one', 'exports.default = { render: () => [typeof localStorage, typeof sessionStorage] }')
  expect(await render('mf-one')).toBe('undefined,undefined')
})

test('a page reads from the backend alone', async () => {
  await release(
    'mf-one',
    "exports.default = { render: ({ fetch }) => fetch('http://backend.test:81/x').then((r) => r.text(), (error) => error.message) }",
  )
  const fetched: unknown[] = []
  const fetcher: typeof fetch = (url) => {
    fetched.push(url)
    return Promise.resolve(new Response('secret'))
  }
  expect(await render('mf-one', '/', setOf('v1'), fetcher)).toContain('backend alone')
  expect(fetched).toEqual([])
})

test('time spent waiting for the backend does not count towards the limit of a render', async () => {
  await release(
    'mf-one',
    "exports.default = { render: async ({ fetch }) => (await fetch('http://backend.test/x')).text() }",
  )
  await builds.prepare(setOf('v1'))
  const slow: typeof fetch = () =>
    new Promise((resolve) => setTimeout(() => resolve(new Response('late')), 1500))
  expect(await render('mf-one', '/', setOf('v1'), slow)).toBe('late')
})

test('a release without a server build is left to the browser', () => {
  expect(builds.routes(setOf('v1'), 'mf-other')).toBeNull()
})
