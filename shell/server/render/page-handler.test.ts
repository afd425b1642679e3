import type { ReleaseSet } from '@shop/federation'
import { Hono } from 'hono'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { RenderInput, RenderedPage } from '../../src/server'
import { pageHandler, type PageHandlerOptions } from './page-handler'
import { fixedReleaseSet } from '../releases/live-releases'
import { TooBusy } from './workers/render-errors'
import { sitePages } from '../releases/site-pages'
import { rule, stillData, subjectRule } from '../testing'
import { visitorSets } from '../releases/visitor-set'

let root = ''
let changed: () => void
const warn = vi.fn<(message: string) => void>()
const renderPage = vi.fn<(input: RenderInput) => Promise<RenderedPage | Response | 'missing'>>()
const server = '/releases/mf-catalog/v1/server.cjs'
const set: ReleaseSet = {
  id: 'one',
  remotes: {
    'mf-catalog': {
      version: 'v1',
      manifest: '/m',
      entry: '/releases/mf-catalog/v1/entry.js',
      globalName: 'g',
      routes: [],
      pages: [],
      mounts: ['/', '/products', '/categories', '/desk', '/drawers'],
      integrity: { '/releases/mf-catalog/v1/entry.js': 'sha384-entry' },
      server,
    },
  },
}
const page = (markup: string): RenderedPage => ({
  status: 200,
  markup,
  head: '',
  styles: [],
  state: { data: null, routes: [], crumbs: [] },
  subject: null,
  cacheable: true,
})

function render({ pathname }: URL, frame: RenderInput['frame'], missing?: boolean) {
  if (frame) return page('the frame')
  if (missing || !/^\/(products|categories)\//.test(pathname)) return page(`rendered ${pathname}`)
  const [, list = '', slug = ''] = pathname.split('/')
  if (slug === 'riva-stone')
    return new Response(null, { status: 301, headers: { location: `/${list}/riva` } })
  if (slug !== 'riva') return 'missing'
  const head = { title: 'Riva', description: 'A stone' }
  return { ...page(`rendered ${pathname}`), subject: { is: 'here' as const, head } }
}

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-pages-'))
  await mkdir(path.join(root, '.releases/mf-catalog/v1'), { recursive: true })
  await writeFile(path.join(root, '.releases/mf-catalog/v1/entry.js'), '')
})
beforeEach(() => {
  warn.mockReset()
  renderPage
    .mockReset()
    .mockImplementation(({ url, frame, missing }) => Promise.resolve(render(new URL(url), frame, missing)))
})
afterAll(() => rm(root, { recursive: true }))

function shop(purges = false, previews: PageHandlerOptions['previews'] = null) {
  const releases = fixedReleaseSet(set)
  const siteUrl = 'http://shop.test'
  const app = new Hono().get(
    '*',
    pageHandler({
      common: {},
      purges,
      store: path.join(root, '.releases'),
      siteUrl,
      supabaseUrl: 'http://backend.test',
      browserUrl: 'http://backend.test',
      supabaseKey: 'k',
      scripts: [],
      dev: null,
      warn,
      trustedProxies: 1,
      releases,
      sets: visitorSets({ releases, siteUrl }),
      previews,
      builds: {
        renderPage,
        pageQuery: () => Promise.resolve(''),
        routes: () => [],
        sitemapEntries: () => Promise.resolve([]),
        prepare: () => Promise.resolve(),
        stop: () => Promise.resolve(),
      },
      data: stillData({
        onChange: (tell) => {
          changed = tell
        },
      }),
      pages: (live) =>
        Promise.resolve(
          sitePages(live, [rule('/about'), rule('/faq'), rule('/terms')], {
            'mf-catalog': [
              rule('/products'),
              rule('/desk/shelf', { fragments: { recommendations: '/products', search: '/nowhere' } }),
              subjectRule('/products/:slug', 'Product Not Found'),
              subjectRule('/categories/:slug', 'Category Not Found'),
              rule('/desk', { personal: true }),
              { ...subjectRule('/drawers/:id', 'No such drawer'), personal: true },
              rule('/desk/:unknown/*', {
                status: 404,
                personal: true,
                head: { title: 'No such drawer', description: '' },
              }),
            ],
          }),
        ),
    }).page,
  )
  return async (address: string, headers: Record<string, string> = {}) => {
    const response = await app.request(`http://shop.test${address}`, { headers })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
}

test('missing products share one page, rendered once, that contains nothing of their URL', async () => {
  const get = shop()
  for (const slug of ['evil-words', 'more-evil']) {
    const { status, html } = await get(`/products/${slug}`)
    expect(status).toBe(404)
    expect(html).toContain('rendered /products/-')
    expect(html).toContain('"missing":true')
    expect(html).not.toContain('evil')
  }
  await get('/evil/path')
  await get('/evil')
  const rendered = () =>
    renderPage.mock.calls.filter(([{ missing }]) => missing).map(([{ url }]) => new URL(url).pathname)
  expect(rendered()).toEqual(['/products/-', '/-/-/-'])
  changed()
  await get('/products/third-evil')
  expect(rendered()).toEqual(['/products/-', '/-/-/-', '/products/-'])
})

test('an existing product has its own page', async () => {
  const { status, html } = await shop()('/products/riva')
  expect(status).toBe(200)
  expect(html).toContain('rendered /products/riva')
  expect(html).not.toContain('"missing"')
})

test('the former address of a product or category leads to the present one', async () => {
  const get = shop()
  const moved = await get('/products/riva-stone?size=m')
  expect(moved.status).toBe(301)
  expect(moved.headers.get('location')).toBe('/products/riva')
  expect(moved.headers.get('cache-control')).toBe('no-cache')
  expect((await get('/categories/riva-stone')).headers.get('location')).toBe('/categories/riva')
})

test('of a page that cannot be rendered the layout is sent and not cached, and the error is logged with remote and version', async () => {
  const get = shop()
  renderPage.mockImplementation(({ frame }) =>
    frame ? Promise.resolve(page('the frame')) : Promise.reject(new Error('It threw')),
  )
  const failed = await get('/products/riva')
  expect(failed.html).toContain('<div id="root">the frame</div>')
  expect(warn.mock.calls).toEqual([
    ['/products/:slug (mf-catalog v1) could not be rendered, the browser does: It threw'],
  ])
  renderPage.mockImplementation(() => Promise.resolve(page('rendered after all')))
  expect((await get('/products/riva')).html).toContain('rendered after all')
})

test('when the layout cannot be rendered either the browser renders the page, and nothing is cached', async () => {
  const get = shop()
  renderPage.mockRejectedValue(new Error('It threw'))
  expect((await get('/about')).status).toBe(200)
  await get('/about')
  expect(renderPage).toHaveBeenCalledTimes(4)
})

test('while too many pages are rendered cached ones are sent, others get 503', async () => {
  const get = shop()
  await get('/products/riva')
  renderPage.mockRejectedValue(new TooBusy())
  const { status, headers, html } = await get('/about')
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store'])
  expect(html).toContain('One moment, please')
  expect(html).toContain('<a href="">Try again</a>')
  expect(html).toContain('Aurelle')
  expect(await get('/products/riva')).toMatchObject({ status: 200 })
})

test('below a part of the shop with its own 404 an unknown path is the frame with 404, rendered once for all', async () => {
  const get = shop()
  for (const path of ['/desk/evil', '/desk/more/evil']) {
    const { status, html } = await get(path)
    expect([status, html.includes('the frame')], path).toEqual([404, true])
    expect(html).toContain('<title>No such drawer |')
    expect(html).not.toContain('evil')
  }
  expect(renderPage).toHaveBeenCalledTimes(1)
  expect(await get('/desk')).toMatchObject({ status: 200 })
  // What a personal page is about is nobody's business here.
  expect(await get('/drawers/mine')).toMatchObject({ status: 200 })
})

test('a product that cannot be looked up is a 503 that is not cached', async () => {
  const get = shop()
  renderPage.mockResolvedValue({ ...page('Try again'), subject: { is: 'unknown' }, cacheable: false })
  const { status, headers } = await get('/products/riva')
  expect([status, headers.get('retry-after')]).toEqual([503, '30'])
  renderPage.mockImplementation(({ url }) => Promise.resolve(render(new URL(url), null)))
  expect(await get('/products/riva')).toMatchObject({ status: 200 })
})

test('shared caches may cache what is the same for all, and nothing that one cookie may change', async () => {
  const get = shop()
  const controlOf = async (address: string, cookie = '') =>
    (await get(address, { cookie })).headers.get('cache-control')
  const shared = 'public, max-age=0, must-revalidate, s-maxage=30'
  expect(await controlOf('/products/riva')).toBe(shared)
  for (const cookie of ['aurelle_set=r1.1', 'a=b; __Host-aurelle_age=ok'])
    expect(await controlOf('/products/riva', cookie), cookie).toBe('private, no-cache')
  for (const cookie of ['theirs=1', '__Host-aurelle_session_id=x'])
    expect(await controlOf('/products/riva', cookie), cookie).toBe(shared)
  for (const address of ['/products/none', '/desk']) expect(await controlOf(address)).toBe('no-cache')
  renderPage.mockImplementation(({ frame }) =>
    frame ? Promise.resolve(page('the frame')) : Promise.reject(new Error('It threw')),
  )
  expect(await controlOf('/about')).toBe('no-cache')
})

test('pages behind a CDN have cache tags of the shop, their release set and their path', async () => {
  const { headers } = await shop(true)('/products/riva')
  expect(headers.get('cache-control')).toContain('s-maxage=600')
  expect(headers.get('cache-tag')).toBe('shop,set-one,path-/products/riva')
  expect(headers.get('surrogate-key')).toBe('shop set-one path-/products/riva')
  const own = await shop(true)('/products/riva', { cookie: '__Host-aurelle_age=ok' })
  expect([own.headers.get('cache-tag'), own.headers.get('surrogate-key')]).toEqual([null, null])
})

test('a preview says what it is and until when, is rendered anew each time, and leaves the pages of others alone', async () => {
  const until = new Date('2026-11-28T14:05:00Z')
  const preview = { set: { ...set, id: 'preview1' }, label: 'mf-catalog <v2>', until }
  const get = shop(false, {
    openIn: ({ req }) => Promise.resolve(req.header('cookie') === 'aurelle_preview=it' ? preview : null),
  })
  const previewed = (path: string) => get(path, { cookie: 'aurelle_preview=it' })
  for (const path of ['/products', '/products/riva', '/products/gone', '/nowhere']) {
    const live = (await get(path)).html
    expect(live, path).not.toContain('Preview of')
    renderPage.mockClear()
    const { headers, html } = await previewed(path)
    expect(html, path).toContain(
      'Preview of mf-catalog &lt;v2&gt; until <time datetime="2026-11-28T14:05:00.000Z">14:05',
    )
    expect(html, path).toContain('<form method="post" action="/preview/leave">')
    expect(headers.get('cache-control'), path).toBe('private, no-store')
    expect(headers.get('x-robots-tag'), path).toBe('noindex')
    expect(headers.get('x-release-set'), path).toBe('preview1')
    const renders = renderPage.mock.calls.length
    await previewed(path)
    expect((await get(path)).html, path).toBe(live)
    const again = renderPage.mock.calls.filter(([{ releaseSet }]) => releaseSet.id === 'preview1')
    expect([renders > 0, again.length], path).toEqual([true, renders * 2])
  }
})

test('a page whose fragment fails is rendered without it, is not cached, and the log names who offers it', async () => {
  const get = shop()
  renderPage.mockImplementation(({ fragments }) =>
    fragments ? Promise.reject(new Error('The fragment threw')) : Promise.resolve(page('without')),
  )
  for (let time = 1; time <= 2; time += 1) {
    expect(await get('/desk/shelf')).toMatchObject({
      status: 200,
      html: expect.stringContaining('without') as unknown,
    })
    expect(warn).toHaveBeenCalledTimes(time)
  }
  // Nobody serves the path of the other one.
  expect(renderPage.mock.calls.map(([{ fragments }]) => fragments)).toEqual([
    { recommendations: 'mf-catalog' },
    undefined,
    { recommendations: 'mf-catalog' },
    undefined,
  ])
  expect(warn.mock.lastCall?.[0]).toContain('recommendations of mf-catalog v1 could not be rendered')
})

test('where a page itself fails it is not put down to its fragments', async () => {
  renderPage.mockImplementation(({ frame }) =>
    frame ? Promise.resolve(page('the frame')) : Promise.reject(new Error('The page threw')),
  )
  expect((await shop()('/desk/shelf')).html).toContain('the frame')
  expect(warn.mock.calls).toEqual([[expect.stringContaining('/desk/shelf (mf-catalog v1) could not be')]])
})
