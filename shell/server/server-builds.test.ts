import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadServerBuilds, type ServerBuilds } from './server-builds'

let root = ''
let builds: ServerBuilds
let warnings: string[]

async function release(version: string, code: string): Promise<string> {
  const file = path.join(root, `${version}.cjs`)
  await writeFile(file, code)
  return file
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-builds-'))
  await mkdir(path.join(root, 'shell/server'), { recursive: true })
  await writeFile(
    path.join(root, 'shell/server/render.cjs'),
    "exports.shared = { react: { name: 'the shell’s own' } }; exports.draw = () => 'drawn'",
  )
  warnings = []
  builds = await loadServerBuilds(
    path.join(root, 'shell'),
    () => undefined,
    (message) => {
      warnings.push(message)
    },
  )
})
afterEach(() => rm(root, { recursive: true }))

test('a remote’s build is evaluated once and gets the shell’s own instances', async () => {
  const file = await release(
    'v1',
    "globalThis.runs = (globalThis.runs ?? 0) + 1; exports.default = [{ react: require('react').name, runs: globalThis.runs }]",
  )
  expect(await builds.routes(file)).toEqual([{ react: 'the shell’s own', runs: 1 }])
  expect(await builds.routes(file)).toEqual([{ react: 'the shell’s own', runs: 1 }])
  Reflect.deleteProperty(globalThis, 'runs')
})

test.each([
  ['throws while it runs', "throw new Error('no good')", 'no good'],
  ['cannot be read', 'exports.default = [', 'Unexpected token'],
  ['asks for what is not shared', "require('node:fs')", 'node:fs is not shared'],
  ['asks for what every object has', "require('constructor')", 'constructor is not shared'],
])('a build that %s leaves its pages to the browser, with one warning', async (_, code, reason) => {
  const file = await release('v1', code)
  expect(await builds.routes(file)).toBeNull()
  expect(await builds.routes(file)).toBeNull()
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain(reason)
})

test('a release without a server build is left to the browser', async () => {
  expect(await builds.routes(path.join(root, 'missing.cjs'))).toBeNull()
})

test('builds of unused releases are evicted', async () => {
  const count = 'globalThis.counted = (globalThis.counted ?? 0) + 1; exports.default = globalThis.counted'
  const first = await release('v0', count)
  expect(await builds.routes(first)).toBe(1)
  for (let index = 1; index <= 16; index += 1) await builds.routes(await release(`v${String(index)}`, count))
  expect(await builds.routes(first)).toBe(18)
  Reflect.deleteProperty(globalThis, 'counted')
})

test('a build that is not the released one does not run, and its pages are left to the browser', async () => {
  const file = await release('v1', 'globalThis.tampered = true; exports.default = []')
  const refusing = await loadServerBuilds(
    path.join(root, 'shell'),
    () => undefined,
    (message) => {
      warnings.push(message)
    },
    (asked) =>
      asked === file ? Promise.reject(new Error('server.cjs was changed')) : readFile(asked, 'utf8'),
  )
  expect(await refusing.routes(file)).toBeNull()
  expect(Reflect.has(globalThis, 'tampered')).toBe(false)
  expect(warnings[0]).toContain('server.cjs was changed')
})
