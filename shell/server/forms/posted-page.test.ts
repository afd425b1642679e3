import type { ReleaseSet } from '@shop/federation'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { RenderInput, RenderedPage } from '../../src/server'
import { createWebApp } from '../app'
import { RenderFailed } from '../render/workers/render-errors'
import { listen } from '../listen'
import { fixedReleaseSet } from '../releases/live-releases'
import { rule, stillData, writePages } from '../testing'

const origin = 'https://shop.example'
const guest = `session_${'ab'.repeat(24)}`
const folder = '/releases/mf-cart-checkout/v1'
const renderPage = vi.fn<(input: RenderInput) => Promise<RenderedPage | Response | 'missing'>>()
const set: ReleaseSet = {
  id: 'one',
  shell: {
    version: 's1',
    scripts: ['/releases/shell/s1/js/index.js'],
    files: [],
    integrity: { '/releases/shell/s1/js/index.js': 'sha384-shell' },
  },
  remotes: {
    'mf-cart-checkout': {
      version: 'v1',
      manifest: '/m',
      entry: `${folder}/entry.js`,
      globalName: 'g',
      routes: [],
      pages: [],
      mounts: ['/desk', '/open', '/formless'],
      integrity: { [`${folder}/entry.js`]: 'sha384-entry' },
      server: `${folder}/server.cjs`,
    },
  },
}
let root = ''
let app: Awaited<ReturnType<typeof createWebApp>>

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-posted-'))
  const store = path.join(root, 'store')
  await mkdir(path.join(store, 'mf-cart-checkout/v1'), { recursive: true })
  await writeFile(path.join(store, 'mf-cart-checkout/v1/entry.js'), '')
  await writePages(path.join(store, 'shell/s1'), [])
  await writePages(path.join(store, 'mf-cart-checkout/v1'), [
    rule('/desk', { personal: true, forGuest: true, takesForms: true }),
    rule('/open', { takesForms: true, reads: true }),
    rule('/formless', { personal: true }),
  ])
  app = await createWebApp({
    root,
    store,
    releaseKeys: [],
    siteUrl: origin,
    supabaseUrl: 'http://backend.test',
    supabaseKey: 'k',
    releases: fixedReleaseSet(set),
    data: stillData(),
    warn: () => undefined,
    builds: {
      renderPage,
      pageQuery: (_set, _remote, _path, { search }) => Promise.resolve(search),
      routes: () => [],
      sitemapEntries: () => Promise.resolve([]),
      prepare: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    },
  })
})
beforeEach(() => {
  renderPage.mockReset().mockImplementation(({ frame, posted }) =>
    Promise.resolve({
      status: posted ? 422 : 200,
      markup: frame ? 'the frame' : `rendered ${posted ?? ''}`,
      head: '',
      styles: [],
      state: frame ? null : { data: null, routes: [], crumbs: [] },
      subject: null,
      cacheable: true,
    }),
  )
})
afterAll(() => rm(root, { recursive: true }))

const form = 'application/x-www-form-urlencoded'
async function post(address: string, headers: Record<string, string> = {}, body = 'name=Ada') {
  const response = await app.request(`${origin}${address}`, {
    method: 'POST',
    body,
    headers: { origin, 'content-type': form, ...headers },
  })
  return { status: response.status, headers: response.headers, html: await response.text() }
}
async function get(address: string, headers: Record<string, string> = {}) {
  const response = await app.request(`${origin}${address}`, { headers })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

test('the id that a guest has got with a form is theirs from then on, whatever answers the form', async () => {
  const renewed = `session_${'cd'.repeat(24)}`
  renderPage.mockResolvedValueOnce(
    new Response(null, { status: 303, headers: { location: '/pay', 'x-session-id': renewed } }),
  )
  const led = await post('/desk', { cookie: `__Host-aurelle_session_id=${guest}` })
  expect([led.status, led.headers.get('location')]).toEqual([303, '/pay'])
  const parts = await renderPage({ posted: 'name=Ada' } as RenderInput)
  renderPage.mockResolvedValueOnce({ ...(parts as RenderedPage), renewedGuest: renewed })
  const shown = await post('/desk', { cookie: `__Host-aurelle_session_id=${guest}` })
  expect(shown.status).toBe(422)
  for (const { headers } of [led, shown]) {
    expect(headers.getSetCookie()).toContain(
      `__Host-aurelle_session_id=${renewed}; Max-Age=31536000; Path=/; Secure; SameSite=Lax`,
    )
    expect(headers.get('x-session-id')).toBeNull()
  }
})

test('a new id reaches the browser over the network too', async () => {
  const renewed = `session_${'cd'.repeat(24)}`
  const server = await listen(app, { port: 0 })
  renderPage.mockResolvedValueOnce(
    new Response(null, { status: 303, headers: { location: '/pay', 'x-session-id': renewed } }),
  )
  const response = await fetch(`http://127.0.0.1:${String(server.port)}/desk`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'Ada' }),
    headers: { origin, cookie: `__Host-aurelle_session_id=${guest}` },
    redirect: 'manual',
  }).finally(() => server.close())
  expect(response.headers.getSetCookie().join()).toContain(`__Host-aurelle_session_id=${renewed};`)
  expect(response.headers.get('x-session-id')).toBeNull()
})

test('a planted guest id is not taken', async () => {
  await post('/desk', { cookie: `aurelle_session_id=${guest}; aurelle_form_session_id=${guest}` })
  expect(renderPage.mock.calls[0]?.[0]).toMatchObject({ guestId: null })
})

test('a form is answered with its page, rendered for its guest alone and hydrated with the answer', async () => {
  const { status, headers, html } = await post('/desk?step=2', {
    cookie: `__Host-aurelle_session_id=${guest}`,
  })
  expect(status).toBe(422)
  expect(html).toContain('rendered name=Ada')
  expect(html).toContain('/js/index.js')
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(renderPage.mock.calls[0]?.[0]).toMatchObject({
    url: `${origin}/desk?step=2`,
    guestId: guest,
    posted: 'name=Ada',
    own: true,
    frame: null,
  })
  await post('/desk?step=2')
  expect(renderPage).toHaveBeenCalledTimes(2)
})

test('what the form’s action asks of the backend counts for its visitor', async () => {
  const asked = vi.fn<typeof fetch>(() => Promise.resolve(new Response('')))
  vi.stubGlobal('fetch', asked)
  await app.request(
    `${origin}/desk`,
    { method: 'POST', body: 'a=1', headers: { origin, 'content-type': form } },
    { incoming: { socket: { remoteAddress: '192.0.2.9', remotePort: 1, remoteFamily: 'IPv4' } } },
  )
  await renderPage.mock.calls[0]?.[0].fetch('http://backend.test/rest/v1/rpc/f')
  vi.unstubAllGlobals()
  expect(new Headers(asked.mock.calls[0]?.[1]?.headers).get('x-forwarded-for')).toBe('192.0.2.9')
})

test('an answer may lead on, and is cached by nobody', async () => {
  renderPage.mockResolvedValue(new Response(null, { status: 303, headers: { location: '/desk/next' } }))
  const { status, headers } = await post('/desk')
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
    303,
    '/desk/next',
    'private, no-store',
  ])
})

test('a form whose answer cannot be rendered gets an error, not the page as if nothing had been sent', async () => {
  renderPage.mockRejectedValue(new RenderFailed('It threw'))
  expect((await post('/desk')).status).toBe(500)
  expect(renderPage).toHaveBeenCalledTimes(1)
})

test.each(['/formless', '/nowhere', '/desk/deeper'])('nothing can be posted to %s', async (address) => {
  expect((await post(address)).status).toBe(404)
  expect(renderPage).not.toHaveBeenCalled()
})

test.each([
  ['another site', { origin: 'https://evil.example' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['no form', { 'content-type': 'application/json' }, 415],
  ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
])('a form sent by %s is rejected before it reaches the page', async (_name, headers, status) => {
  expect((await post('/desk', headers)).status).toBe(status)
  expect(renderPage).not.toHaveBeenCalled()
})

test('a form with a null character is rejected', async () => {
  expect((await post('/desk', {}, 'name=a%00b')).status).toBe(400)
  expect(renderPage).not.toHaveBeenCalled()
})

test('a form of more than 64 KB is rejected', async () => {
  expect((await post('/desk', {}, `name=${'x'.repeat(66_000)}`)).status).toBe(413)
  expect(renderPage).not.toHaveBeenCalled()
})

test('a page for guests is rendered for each, and never cached', async () => {
  const own = await get('/desk?session=cs_1', { cookie: `__Host-aurelle_session_id=${guest}` })
  expect(own.html).toContain('rendered ')
  expect(own.html).not.toContain('needs JavaScript')
  expect(own.headers.get('cache-control')).toBe('private, no-store')
  expect(renderPage.mock.lastCall?.[0]).toMatchObject({
    url: `${origin}/desk?session=cs_1`,
    guestId: guest,
    posted: null,
    own: true,
  })
  expect((await get('/desk')).headers.get('cache-control')).toBe('private, no-store')
  expect(renderPage).toHaveBeenCalledTimes(2)
})

test('a page that takes forms is the same for all until one is posted', async () => {
  await get('/open')
  await get('/open', { cookie: `__Host-aurelle_session_id=${guest}` })
  expect(renderPage).toHaveBeenCalledTimes(1)
  expect(renderPage.mock.lastCall?.[0]).toMatchObject({ guestId: null, own: false })
})

test('a personal page of no guest is left to the browser', async () => {
  const { html } = await get('/formless')
  expect(html).toContain('the frame')
  expect(html).toContain('needs JavaScript to show this page')
})

test('a visitor who has confirmed their age without scripts is not asked by the next page, and other visitors are', async () => {
  const isAsked = async (headers: Record<string, string> = {}) =>
    !(await get('/open', headers)).html.includes('<html lang="en-GB" data-theme="light" data-age="ok">')
  expect(await isAsked()).toBe(true)
  expect(await isAsked({ cookie: '__Host-aurelle_age=ok' })).toBe(false)
  expect(await isAsked({ cookie: '__Host-aurelle_age=yes' })).toBe(true)
  expect(await isAsked()).toBe(true)
})
