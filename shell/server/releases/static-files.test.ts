import {
  localSigningKey,
  signRelease,
  storeRelease,
  type SigningKey,
  type TrustedKey,
} from '@shop/federation/store'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commonHeaders, sandboxNonPages } from '../http/security'
import { staticFiles } from './static-files'

let root = ''
let store = ''
let key: SigningKey

const contents = {
  'remoteEntry.js': 'plain',
  'remoteEntry.js.br': 'brotli',
  'css/page.css': 'p{}',
  'page.html': '<script>alert(1)</script>',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'server.cjs': 'secret',
}
const release = () => path.join(store, 'mf-catalog/v1')

async function put(version: string) {
  const build = path.join(root, 'build')
  for (const [file, content] of Object.entries(contents)) {
    await mkdir(path.dirname(path.join(build, file)), { recursive: true })
    await writeFile(path.join(build, file), content)
  }
  const about = {
    ...{ name: 'mf-catalog', version, commit: null, owner: 'x', builtAt: '2026-11-23T00:00:00Z' },
    ...{ entry: 'remoteEntry.js', manifest: 'm.json', globalName: 'g', routes: [], pages: [], mounts: [] },
    ...{ server: 'server.cjs', needs: {}, provides: {}, migration: null, database: [] },
  }
  await storeRelease(store, { about, parts: { '': build } })
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-files-'))
  store = path.join(root, 'releases')
  key = await localSigningKey(path.join(root, 'key.pem'))
  await mkdir(path.join(root, 'shell/media'), { recursive: true })
  await mkdir(path.join(root, 'libs/ui/fonts'), { recursive: true })
  await put('v1')
  await signRelease(release(), key)
})
afterEach(() => rm(root, { recursive: true }))

const served = (releaseKeys: readonly TrustedKey[] = [key]) =>
  new Hono()
    .use(commonHeaders('http://shop.test'), sandboxNonPages)
    .route('/', staticFiles({ root, store, releaseKeys }))
const get = async (url: string, app = served(), headers: Record<string, string> = {}) =>
  app.request(url, { headers })

async function expectMissing(url: string, app = served()) {
  const response = await get(url, app)
  expect([response.status, response.headers.get('cache-control'), await response.text()], url).toEqual([
    404,
    'no-store',
    'Not found',
  ])
}

test('a file that a signed record lists is sent for a year, compressed if the browser takes it', async () => {
  const url = '/releases/mf-catalog/v1/remoteEntry.js'
  for (const [accepted, content, encoding] of [
    ['br, gzip', 'brotli', 'br'],
    ['gzip', 'plain', null],
    ['br;q=0', 'plain', null],
  ]) {
    const response = await get(url, served(), { 'accept-encoding': accepted ?? '' })
    expect([await response.text(), response.headers.get('content-encoding')]).toEqual([content, encoding])
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('vary')?.toLowerCase()).toBe('accept-encoding')
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(response.headers.get('content-length')).toBe(String(content?.length))
  }
})

test('documents and pictures of a release run nothing, whoever opens them', async () => {
  for (const file of ['page.html', 'icon.svg']) {
    const { headers } = await get(`/releases/mf-catalog/v1/${file}`)
    expect([headers.get('content-security-policy'), headers.get('x-content-type-options')]).toEqual([
      "default-src 'none'; sandbox",
      'nosniff',
    ])
  }
  expect((await get('/releases/mf-catalog/v1/css/page.css')).headers.get('content-type')).toMatch('text/css')
})

test('a file that the record does not list is not sent', async () => {
  await writeFile(path.join(release(), 'new.html'), 'new')
  for (const file of ['new.html', 'record.json', 'css', '', 'constructor', '__proto__', 'css%2fpage.css/..'])
    await expectMissing(`/releases/mf-catalog/v1/${file}`)
})

test('unsigned files of the store are not served, nor those of a release without a record or signed by another key', async () => {
  await mkdir(path.join(store, 'mf-catalog/v0'))
  await writeFile(path.join(store, 'mf-catalog/v0/page.html'), 'loose')
  await put('v2')
  await expectMissing('/releases/mf-catalog/v0/page.html')
  await expectMissing('/releases/mf-catalog/v2/page.html')
  await expectMissing('/releases/mf-catalog/v1/page.html', served([]))
  const other = await localSigningKey(path.join(root, 'other.pem'))
  await expectMissing('/releases/mf-catalog/v1/page.html', served([other]))
})

test('a release that is signed while the server runs is sent from then on', async () => {
  const app = served()
  await put('v2')
  await expectMissing('/releases/mf-catalog/v2/page.html', app)
  await signRelease(path.join(store, 'mf-catalog/v2'), key)
  expect((await get('/releases/mf-catalog/v2/page.html', app)).status).toBe(200)
})

test('a changed file is missing until it is repaired, also once it was sent', async () => {
  const app = served()
  const url = '/releases/mf-catalog/v1/remoteEntry.js'
  expect((await get(url, app)).status).toBe(200)
  await writeFile(path.join(release(), 'remoteEntry.js'), 'plaim')
  await expectMissing(url, app)
  await writeFile(path.join(release(), 'remoteEntry.js'), 'plain')
  expect(await (await get(url, app)).text()).toBe('plain')
  await rm(path.join(release(), 'remoteEntry.js'))
  await expectMissing(url, app)
})

test('a symbolic link is not followed, neither of a file nor of a folder, whatever it leads to', async () => {
  const url = '/releases/mf-catalog/v1/css/page.css'
  await rename(path.join(release(), 'css'), path.join(root, 'css'))
  await symlink(path.join(root, 'css'), path.join(release(), 'css'))
  await expectMissing(url)
  await rm(path.join(release(), 'css'))
  await mkdir(path.join(release(), 'css'))
  await symlink(path.join(root, 'css/page.css'), path.join(release(), 'css/page.css'))
  await expectMissing(url)
  await writeFile(path.join(root, 'secret.png'), 'secret')
  await symlink(path.join(root, 'secret.png'), path.join(root, 'shell/media/a.png'))
  await symlink(root, path.join(root, 'libs/ui/fonts/all'))
  await expectMissing('/media/a.png')
  await expectMissing('/fonts/all/secret.png')
})

test('pictures and fonts are sent, and run nothing', async () => {
  await writeFile(path.join(root, 'shell/media/a.png'), 'picture')
  const response = await get('/media/a.png')
  expect([response.status, await response.text()]).toEqual([200, 'picture'])
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
})

test('files for the web server alone are not sent, however their address is written', async () => {
  for (const file of ['server.cjs', '%73erver.cjs', 'SERVER.CJS', 'css%2f..%2fserver.cjs', '%2573erver.cjs'])
    await expectMissing(`/releases/mf-catalog/v1/${file}`)
})

const parts: [range: string, status: number, body: string, contentRange: string | null][] = [
  ['bytes=0-2', 206, 'pla', 'bytes 0-2/5'],
  ['bytes=3-', 206, 'in', 'bytes 3-4/5'],
  ['bytes=3-99', 206, 'in', 'bytes 3-4/5'],
  ['bytes=-2', 206, 'in', 'bytes 3-4/5'],
  ['bytes=-99', 206, 'plain', 'bytes 0-4/5'],
  ['bytes=5-', 416, '', 'bytes */5'],
  ['bytes=99-100', 416, '', 'bytes */5'],
  ['bytes=-0', 416, '', 'bytes */5'],
  ...['bytes=abc', 'bytes=', 'bytes=-', 'bytes=2-1', 'bytes=0-0,2-3', 'items=0-1', 'bytes=0x1-'].map(
    (range): [string, number, string, null] => [range, 200, 'plain', null],
  ),
]
test.each(parts)('the range %s of five bytes is answered with %i "%s"', async (range, status, body, says) => {
  await writeFile(path.join(root, 'shell/media/a.png'), 'plain')
  for (const url of ['/releases/mf-catalog/v1/remoteEntry.js', '/media/a.png']) {
    const response = await get(url, served(), { range, 'accept-encoding': 'identity' })
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      status,
      body,
      says,
    ])
    if (status !== 416) expect(response.headers.get('content-length')).toBe(String(body.length))
    expect(response.headers.get('date')).toBeNull()
  }
})

test('a part is that of the file which the client has, otherwise the whole is sent', async () => {
  const url = '/releases/mf-catalog/v1/remoteEntry.js'
  const etag = (await get(url)).headers.get('etag') ?? ''
  const part = async (ifRange: string) =>
    (await get(url, served(), { range: 'bytes=0-1', 'if-range': ifRange })).status
  expect([await part(etag), await part('"other"'), await part(`W/${etag}`)]).toEqual([206, 200, 200])
})

test('a file that the client has is not sent again, and HEAD sends its length alone', async () => {
  await writeFile(path.join(root, 'shell/media/a.png'), 'plain')
  for (const url of ['/releases/mf-catalog/v1/css/page.css', '/media/a.png']) {
    const whole = await get(url)
    const known = { 'if-none-match': whole.headers.get('etag') ?? '' }
    const again = await get(url, served(), known)
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('cache-control')).toBe(whole.headers.get('cache-control'))
    const head = await served().request(url, { method: 'HEAD', headers: { range: 'bytes=0-1' } })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'))
  }
})

test('hidden files and other methods are rejected', async () => {
  await writeFile(path.join(root, 'shell/media/.secret'), 'secret')
  await expectMissing('/media/.secret')
  await expectMissing('/media')
  expect((await served().request('/media/a.png', { method: 'POST' })).status).toBe(404)
})
