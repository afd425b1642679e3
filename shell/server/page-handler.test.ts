import type { ReleaseSet } from '@shop/federation'
import { defaultSettings } from '@shop/settings'
import { Hono } from 'hono'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { DrawInput, DrawnPage } from '../src/server'
import { pageHandler } from './page-handler'

let root = ''
let changed: () => void
const warn = vi.fn<(message: string) => void>()
const draw = vi.fn<(input: DrawInput) => Promise<DrawnPage>>()
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
      mounts: ['/', '/products'],
      server,
    },
  },
}
const page = (markup: string): DrawnPage => ({
  status: 200,
  markup,
  head: '',
  styles: [],
  state: { data: null, loaderData: null },
  whole: true,
})

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-pages-'))
  await mkdir(path.join(root, '.releases/mf-catalog/v1'), { recursive: true })
  await writeFile(path.join(root, '.releases/mf-catalog/v1/entry.js'), '')
})
beforeEach(() => {
  warn.mockReset()
  draw
    .mockReset()
    .mockImplementation(({ url, leave }) =>
      Promise.resolve(page(leave ? 'the frame' : `drawn ${new URL(url).pathname}`)),
    )
})
afterAll(() => rm(root, { recursive: true }))

function shop(concurrency = 2) {
  const app = new Hono().get(
    '*',
    pageHandler({
      root,
      siteUrl: 'http://shop.test',
      supabaseUrl: 'http://backend.test',
      browserUrl: 'http://backend.test',
      supabaseKey: 'k',
      scripts: [],
      dev: null,
      warn,
      trustedProxies: 1,
      releases: { current: () => Promise.resolve(set) },
      rendering: { concurrency, maxWaiting: 1, timeoutMs: 20, refuseAfterMs: 0 },
      builds: {
        draw,
        readQuery: () => '',
        routes: () => Promise.resolve([]),
        standInFor: (_set, _remote, pathname) =>
          Promise.resolve(pathname.startsWith('/products/') ? '/products/-' : '/-/-/-'),
      },
      data: {
        product: (slug) =>
          Promise.resolve(slug === 'riva' ? { name: 'Riva', description: null, image: null } : null),
        category: () => Promise.resolve(null),
        settings: () => Promise.resolve(defaultSettings),
        publicPaths: () => Promise.resolve([]),
        onChange: (tell) => {
          changed = tell
        },
        stop: () => Promise.resolve(),
        answers: () => Promise.resolve(true),
      },
    }),
  )
  return async (address: string) => {
    const answer = await app.request(`http://shop.test${address}`)
    return { status: answer.status, headers: answer.headers, html: await answer.text() }
  }
}

test('unknown products share one page, drawn once, that tells nothing of their address', async () => {
  const get = shop()
  for (const slug of ['evil-words', 'more-evil']) {
    const { status, html } = await get(`/products/${slug}`)
    expect(status).toBe(404)
    expect(html).toContain('drawn /products/-')
    expect(html).toContain('"missing":true')
    expect(html).not.toContain('evil')
  }
  await get('/evil/path')
  await get('/evil')
  expect(draw.mock.calls.map(([{ url }]) => new URL(url).pathname)).toEqual(['/products/-', '/-/-/-'])
  changed()
  await get('/products/third-evil')
  expect(draw).toHaveBeenCalledTimes(3)
})

test('a product that is there has a page of its own', async () => {
  const { status, html } = await shop()('/products/riva')
  expect(status).toBe(200)
  expect(html).toContain('drawn /products/riva')
  expect(html).not.toContain('"missing"')
})

test('a page that cannot be drawn is sent as what stands around it, is not kept, and is logged with its remote and version', async () => {
  const get = shop()
  draw.mockImplementation(({ leave }) =>
    leave ? Promise.resolve(page('the frame')) : Promise.reject(new Error('It threw')),
  )
  const failed = await get('/products/riva')
  expect(failed.html).toContain('<div id="root">the frame</div>')
  expect(warn.mock.calls).toEqual([
    ['/products/riva (mf-catalog v1) could not be drawn, the browser does: It threw'],
  ])
  draw.mockImplementation(() => Promise.resolve(page('drawn after all')))
  expect((await get('/products/riva')).html).toContain('drawn after all')
})

test('when even the frame cannot be drawn the browser is left the whole page, and nothing is kept', async () => {
  const get = shop()
  draw.mockRejectedValue(new Error('It threw'))
  expect((await get('/about')).status).toBe(200)
  await get('/about')
  expect(draw).toHaveBeenCalledTimes(4)
})

test('while too many pages are drawn kept ones are sent, others are asked to come again', async () => {
  const get = shop(1)
  await get('/products/riva')
  let finish: (drawn: DrawnPage) => void = () => undefined
  draw.mockReturnValue(
    new Promise((resolve) => {
      finish = resolve
    }),
  )
  const slow = get('/about')
  await expect.poll(() => draw.mock.calls.length).toBe(2)
  const [late, refused] = await Promise.all([get('/faq'), get('/terms')])
  for (const { status, headers, html } of [late, refused]) {
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store'])
    expect(html).toContain('One moment, please')
    expect(html).toContain('<a href="">Try again</a>')
    expect(html).toContain('Aurelle')
  }
  expect(await get('/products/riva')).toMatchObject({ status: 200 })
  finish(page('drawn at last'))
  expect((await slow).html).toContain('drawn at last')
})
