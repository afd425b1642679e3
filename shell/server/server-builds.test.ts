import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawnBy, setOf, shellBuild, startBuilds } from './drawing-testing'
import type { ServerBuilds } from './server-builds'

let root = ''
let builds: ServerBuilds
let warnings: string[]

async function release(name: string, code: string, version = 'v1'): Promise<void> {
  await writeFile(path.join(root, `${name}-${version}.cjs`), code)
}

const start = (options?: Parameters<typeof startBuilds>[2]) => startBuilds(root, warnings, options)
const draw = (remote: string | null, at?: string, set?: ReturnType<typeof setOf>, fetcher?: typeof fetch) =>
  drawnBy(builds, remote, at, set, fetcher)

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-builds-'))
  await writeFile(path.join(root, 'shell.cjs'), shellBuild)
  await release('mf-two', "exports.default = { draw: () => 'two', query: () => '?two' }")
  warnings = []
  builds = start()
})
afterEach(async () => {
  await builds.stop()
  await rm(root, { recursive: true })
})

test('a remote’s build gets the shell’s own instances', async () => {
  await release('mf-one', "exports.default = { draw: () => require('react').name }")
  expect(await draw('mf-one')).toBe('the shell’s own')
})

test.each([
  ['throws while it runs', "throw new Error('no good')", 'no good'],
  ['cannot be read', 'exports.default = [', 'Unexpected token'],
  ['asks for what is not shared', "require('node:fs')", 'node:fs is not shared'],
  ['asks for what every object has', "require('constructor')", 'constructor is not shared'],
  ['asks Node for its modules', "process.getBuiltinModule('fs')", 'not a function'],
  ['loops while it is loaded', 'for (;;);', 'to load'],
  [
    'takes all memory while it is loaded',
    'const all = []; for (;;) all.push(new Array(1e5).fill({}))',
    /memory|to load/,
  ],
])('a build that %s leaves its own pages to the browser, with one warning', async (_, code, reason) => {
  await release('mf-one', code)
  await builds.prepare(setOf('v1'))
  expect(builds.routes(setOf('v1'), 'mf-one')).toBeNull()
  expect(await draw('mf-two')).toBe('two')
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('mf-one v1')
  expect(warnings[0]).toMatch(reason)
})

test.each([
  ['throws', "throw new Error('It threw')", 'It threw'],
  ['loops', 'for (;;);', 'longer than 300 ms'],
  ['never settles', 'return new Promise(() => {})', 'longer than 300 ms'],
  ['takes all memory', 'const all = []; for (;;) all.push(new Array(1e5).fill({}))', /memory|longer/],
])('a draw that %s costs only itself', async (_, code, reason) => {
  await release('mf-one', `exports.default = { draw: () => { ${code} } }`)
  await builds.prepare(setOf('v1'))
  await expect(draw('mf-one')).rejects.toThrow(reason)
  expect(await draw('mf-two')).toBe('two')
  expect(await draw(null)).toBe('frame')
})

test('a draw that loops is not tried again for a while, and pages drawn meanwhile do not wait for it', async () => {
  await builds.stop()
  builds = start({ threads: 2 })
  await release('mf-one', 'exports.default = { draw: () => { for (;;); } }')
  await builds.prepare(setOf('v1'))
  expect(await draw('mf-two')).toBe('two')
  let isOver = false
  const looping = draw('mf-one').finally(() => (isOver = true))
  looping.catch(() => undefined)
  for (let page = 0; page < 5; page += 1) expect(await draw('mf-two', `/${String(page)}`)).toBe('two')
  expect(isOver).toBe(false)
  await expect(looping).rejects.toThrow('longer than')
  await expect(draw('mf-one')).rejects.toThrow('a moment ago')
})

test('a draw that waits for its data in the thread of one that loops is drawn by another', async () => {
  await builds.stop()
  builds = start({ threads: 2 })
  const reads = "await (await fetch('http://backend.test/rest/v1/x')).text()"
  await writeFile(
    path.join(root, 'shell.cjs'),
    `${shellBuild}; const drawn = exports.renderPage
    exports.renderPage = async (input) => { const { fetch } = input; if (input.url.includes('reads')) ${reads}; return drawn(input) }`,
  )
  await release('mf-one', 'exports.default = { draw: () => { for (;;); } }')
  await builds.prepare(setOf('v1'))
  const answers: (() => void)[] = []
  const slow: typeof fetch = () => new Promise((resolve) => answers.push(() => resolve(new Response('x'))))
  const waiting = [1, 2, 3].map((page) => draw('mf-two', `/reads/${String(page)}`, setOf('v1'), slow))
  for (const page of waiting) page.catch(() => undefined)
  await expect.poll(() => answers.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3)
  const looping = draw('mf-one')
  looping.catch(() => undefined)
  await expect(looping).rejects.toThrow('longer than')
  await expect
    .poll(
      () => {
        for (const answer of answers) answer()
        return Promise.race([
          Promise.all(waiting),
          new Promise((resolve) => setTimeout(resolve, 20, 'waits')),
        ])
      },
      { timeout: 10_000 },
    )
    .toEqual(['two', 'two', 'two'])
})

test('a rejection or an error that nobody catches is logged with its remote, and ends nothing', async () => {
  await release(
    'mf-one',
    `setTimeout(() => { throw new Error('Out of a timer') }); void Promise.reject(new Error('Forgotten'))
    exports.default = { draw: () => 'one' }`,
  )
  expect(await draw('mf-one')).toBe('one')
  await expect.poll(() => warnings.length, { timeout: 10_000 }).toBe(2)
  expect(warnings.join()).toContain('Forgotten')
  expect(warnings.join()).toContain('Out of a timer')
})

test('a thread that holds too much is replaced', async () => {
  await release(
    'mf-one',
    'let held = []; exports.default = { draw: () => { held.push(Buffer.alloc(4e8)); return held.length } }',
  )
  expect(await draw('mf-one', '/a')).toBe('1')
  expect(await draw('mf-one', '/b')).toBe('1')
})

test('remotes’ code sees no environment, no modules of Node and no way into the network', async () => {
  process.env.SHOP_TEST_SECRET = 'secret'
  await release(
    'mf-one',
    `exports.default = { draw: async () => JSON.stringify([
      process.env.SHOP_TEST_SECRET, typeof process.getBuiltinModule, typeof process.exit, typeof globalThis.require, typeof WebSocket,
      await fetch('http://127.0.0.1:1').then(() => 'sent', (error) => error.name)]) }`,
  )
  try {
    expect(JSON.parse(await draw('mf-one'))).toEqual([
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
  await release('mf-one', 'exports.default = { draw: () => [typeof localStorage, typeof sessionStorage] }')
  expect(await draw('mf-one')).toBe('undefined,undefined')
})

test('a page reads from the backend alone', async () => {
  await release(
    'mf-one',
    "exports.default = { draw: ({ fetch }) => fetch('http://backend.test:81/x').then((r) => r.text(), (error) => error.message) }",
  )
  const fetched: unknown[] = []
  const fetcher: typeof fetch = (url) => {
    fetched.push(url)
    return Promise.resolve(new Response('secret'))
  }
  expect(await draw('mf-one', '/', setOf('v1'), fetcher)).toContain('backend alone')
  expect(fetched).toEqual([])
})

test('what waits for the backend takes no time of its own', async () => {
  await release(
    'mf-one',
    "exports.default = { draw: async ({ fetch }) => (await fetch('http://backend.test/x')).text() }",
  )
  await builds.prepare(setOf('v1'))
  const slow: typeof fetch = () =>
    new Promise((resolve) => setTimeout(() => resolve(new Response('late')), 1500))
  expect(await draw('mf-one', '/', setOf('v1'), slow)).toBe('late')
})

test('a release without a server build is left to the browser', () => {
  expect(builds.routes(setOf('v1'), 'mf-other')).toBeNull()
})
