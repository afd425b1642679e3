import type { ReleaseRecord } from '@shop/federation/store'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fixedReleaseSet } from '../releases/live-releases'
import { releasePreviews } from '../releases/previews'
import { visitorSets } from '../releases/visitor-set'
import { previewPages } from './preview-pages'

const start = Date.UTC(2026, 10, 28, 13, 50)
const siteUrl = 'https://shop.example'
const members = { shell: 's1', 'mf-small': '1a2b3c4d5e6f7a8b' }
let gone: string[] = []

const recordOf = (name: string, version: string): ReleaseRecord => ({
  ...{
    name,
    version,
    commit: null,
    owner: 'x',
    builtAt: '2026-11-23T00:00:00Z',
    entry: 'entry.js',
    type: 'global',
  },
  ...{ manifest: 'm.json', globalName: 'g', routes: [], pages: [], mounts: ['/small'], server: null },
  ...{
    needs: {},
    versions: {},
    provides: {},
    migration: null,
    database: [],
    files: {},
    sizes: { raw: 0, gzip: 0, brotli: 0 },
    searchable: [],
    fragments: {},
  },
})

function webServer(secretKey = 'secret of the backend') {
  const verify = (name: string, version: string) =>
    gone.includes(name)
      ? Promise.reject(new Error(`${name} has no record`))
      : Promise.resolve(recordOf(name, version))
  const previews = releasePreviews({ secretKey, verify })
  const sets = visitorSets({ releases: fixedReleaseSet({ id: 'live', remotes: {} }), previews, siteUrl })
  const app = new Hono().route('/', previewPages(previews, siteUrl))
  app.on('POST', ['/vitals', '/reports'], (context) => context.text('counted'))
  app.get('*', async (context) => {
    const set = await sets.at(context, context.req.path)
    const pin = await sets.cookieFor(context, context.req.path, set)
    const label = (await previews.openIn(context))?.label ?? null
    return context.json({ set: set.id, label, pinned: pin !== null })
  })
  return { ...previews, app }
}

/** What a visitor gets with this cookie of previews. */
async function visit({ app }: ReturnType<typeof webServer>, token: string, path = '/', more = '') {
  const response = await app.request(path, { headers: { cookie: `aurelle_preview=${token}${more}` } })
  return (await response.json()) as { set: string; label: string | null; pinned: boolean }
}
const tokenOf = (path: string) => path.replace('/preview/', '')
const live = { set: 'live', label: null, pinned: false }

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['Date'] })
  gone = []
})
afterEach(() => vi.useRealTimers())

test('a link opens the preview for its browser alone, at the pages of the member, for 15 minutes', async () => {
  const server = webServer()
  const { path, until } = server.link('mf-small', members)
  expect(until.getTime()).toBe(start + 15 * 60_000)
  vi.setSystemTime(start + 60_000)
  const response = await server.app.request(path)
  expect([response.status, response.headers.get('location')]).toEqual([303, '/small'])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(response.headers.get('set-cookie')).toBe(
    `aurelle_preview=${tokenOf(path)}; Max-Age=840; Path=/; HttpOnly; Secure; SameSite=Lax`,
  )
  const previewed = await visit(server, tokenOf(path))
  expect(previewed).toEqual({
    set: expect.stringMatching(/^preview[0-9a-f]{12}$/) as string,
    label: 'mf-small 1a2b3c4d5e6f…',
    pinned: false,
  })
  expect(await (await server.app.request('/')).json()).toEqual(live)
  vi.setSystemTime(until)
  expect(await visit(server, tokenOf(path))).toEqual(live)
})

test('a past set is called by its id and opens at the home page', async () => {
  const server = webServer()
  const { path } = server.link('0632398d1785', members)
  expect((await server.app.request(path)).headers.get('location')).toBe('/')
  expect((await visit(server, tokenOf(path))).label).toBe('set 0632398d1785')
})

test('an expired link says so, and one that was not made by the shop is not valid', async () => {
  const server = webServer()
  const { path, until } = server.link('mf-small', members)
  const says = async (address: string) => {
    const response = await server.app.request(address)
    expect(response.status, address).toBe(403)
    expect(response.headers.get('set-cookie')).toBeNull()
    return /This preview link[^<]*/.exec(await response.text())?.[0]
  }
  const invalid = 'This preview link is not valid. Ask for a new one on the releases page.'
  const [payload = '', signature = ''] = tokenOf(path).split('.')
  const later = { of: 'mf-small', members, until: start / 1000 + 86_400 }
  const forged = [
    `${Buffer.from(JSON.stringify(later)).toString('base64url')}.${signature}`,
    `${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    `${payload}.`,
    payload,
    'x'.repeat(5000),
    tokenOf(webServer('secret of another shop').link('mf-small', members).path),
  ]
  for (const token of forged) {
    expect(await says(`/preview/${token}`)).toBe(invalid)
    expect(await visit(server, token)).toEqual(live)
  }
  vi.setSystemTime(until)
  expect(await says(path)).toBe('This preview link has expired. Ask for a new one on the releases page.')
})

test('every web server of the shop opens it, while its releases are in the store', async () => {
  const { path } = webServer().link('mf-small', members)
  const other = webServer()
  gone = ['mf-small']
  expect((await other.app.request(path)).status).toBe(403)
  expect(await visit(other, tokenOf(path))).toEqual(live)
  gone = []
  expect((await other.app.request(path)).status).toBe(303)
  expect((await visit(other, tokenOf(path))).set).toMatch(/^preview/)
})

test('a preview comes before the set that a checkout pins, and pins none', async () => {
  const server = webServer()
  const token = tokenOf(server.link('mf-small', members).path)
  const pin = `; aurelle_set=live.${String(start / 1000)}`
  expect(await visit(server, token, '/checkout', pin)).toMatchObject({
    label: 'mf-small 1a2b3c4d5e6f…',
    pinned: false,
  })
  expect((await visit(server, token, '/cart')).pinned).toBe(false)
})

test('a form of the shop leaves the preview at once, back to its page', async () => {
  const { app } = webServer()
  const leave = (origin: string) =>
    app.request('/preview/leave', {
      method: 'POST',
      headers: { origin, referer: `${siteUrl}/products?page=2`, cookie: 'aurelle_preview=x' },
    })
  const response = await leave(siteUrl)
  expect([response.status, response.headers.get('location')]).toEqual([303, '/products?page=2'])
  expect(response.headers.get('set-cookie')).toContain('aurelle_preview=; Max-Age=0; Path=/')
  expect((await leave('https://elsewhere.example')).status).toBe(403)
})

test('what a browser measures or reports of a preview is not counted', async () => {
  const { app, link } = webServer()
  const cookie = `aurelle_preview=${tokenOf(link('mf-small', members).path)}`
  for (const path of ['/vitals', '/reports']) {
    const report = (headers: HeadersInit) => app.request(path, { method: 'POST', headers, body: '{}' })
    expect((await report({ cookie })).status).toBe(204)
    expect(await (await report({})).text()).toBe('counted')
  }
})
