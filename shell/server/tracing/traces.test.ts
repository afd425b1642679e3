import { context, diag, propagation, trace } from '@opentelemetry/api'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createWebApp } from '../app'
import { listen, type RunningServer } from '../listen'
import { fixedReleaseSet } from '../releases/live-releases'
import { shellBuild } from '../render/workers/render-testing'
import { loadServerBuilds, type ServerBuilds } from '../render/workers/server-builds'
import { rule, stillData, writePages } from '../testing'
import { exportTraces } from './export-traces'
import { createLog } from '../observability/log'
import { observeRequests } from '../observability/requests'
import { inSpan } from './spans'
import { startSpanReceiver, type SpanReceiver } from './test-span-receiver'

const error = 2

const given = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const traceparent = `00-${given.traceId}-${given.spanId}-01`
const folder = '/releases/mf-catalog/v7'
const set = {
  id: 'set-one',
  shell: { version: 's1', scripts: ['/releases/shell/s1/js/index.js'], files: [] },
  remotes: {
    'mf-catalog': {
      version: 'v7',
      manifest: `${folder}/mf-manifest.json`,
      entry: `${folder}/remoteEntry.js`,
      globalName: 'mf_catalog',
      routes: [`${folder}/js/routes.js`],
      pages: [],
      integrity: { [`${folder}/remoteEntry.js`]: 'sha384-one' },
      mounts: ['/', '/products'],
      server: `${folder}/server.cjs`,
    },
  },
}
// Reads as a page does; one product's page fails with what a shopper typed.
const remote = `exports.default = {
  async render({ fetch, supabaseUrl, url }) {
    await fetch(supabaseUrl + '/rest/v1/products?select=name&email=eq.imogen@example.test')
    if (url.includes('broken')) throw new Error('Nobody expects imogen@example.test')
    return 'the page'
  },
}`

let root: string
let builds: ServerBuilds
let receiver: SpanReceiver
let backend: Server
let web: RunningServer
let endExport: () => Promise<void>
let lines: string[]
let asked: IncomingHttpHeaders[]

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-traces-'))
  for (const [file, content] of [
    ['releases/shell/s1/js/index.js', ''],
    ['releases/shell/s1/server.cjs', shellBuild],
    ['releases/mf-catalog/v7/remoteEntry.js', ''],
    ['releases/mf-catalog/v7/js/routes.js', ''],
    ['releases/mf-catalog/v7/mf-manifest.json', ''],
    ['releases/mf-catalog/v7/server.cjs', remote],
    ['shell/media/icon.txt', ''],
    ['libs/ui/fonts/font.txt', ''],
  ] as const) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true })
    await writeFile(path.join(root, file), content)
  }
  await writePages(path.join(root, 'releases/shell/s1'), [rule('/about')])
  await writePages(path.join(root, 'releases/mf-catalog/v7'), [rule('/products/:slug')])
  builds = loadServerBuilds({ fileOf: (url) => path.join(root, url), workers: 1, warn: () => undefined })
})
afterAll(async () => {
  await builds.stop()
  await rm(root, { recursive: true })
})

beforeEach(async () => {
  ;[lines, asked] = [[], []]
  receiver = await startSpanReceiver()
  backend = createServer((request, response) => {
    asked.push(request.headers)
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
  })
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve))
  const address = backend.address()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url)
  endExport = exportTraces(() => undefined)
  const app = await createWebApp({
    root,
    store: path.join(root, 'releases'),
    releaseKeys: [],
    siteUrl: 'http://shop.test',
    supabaseUrl: `http://127.0.0.1:${String(typeof address === 'object' && address?.port)}`,
    supabaseKey: 'public',
    data: stillData(),
    releases: fixedReleaseSet(set),
    builds,
    warn: () => undefined,
  })
  const log = createLog('debug', { write: (line: string) => lines.push(line) })
  web = await listen(app, {
    port: 0,
    observe: (listener) => observeRequests(listener, { log, trustedProxies: 1 }),
  })
})
afterEach(async () => {
  await web.close()
  await receiver.stop()
  backend.close()
  for (const api of [trace, context, propagation, diag]) api.disable()
  vi.unstubAllEnvs()
})

/** Asks for a page, with data of a person wherever a request can have it. */
async function ask(page: string): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${String(web.port)}${page}?email=imogen@example.test`, {
    headers: {
      traceparent,
      'x-request-id': 'request-1',
      'accept-encoding': 'gzip',
      authorization: 'Bearer eyJhbGciOi.eyJzdWIi.imogen',
      cookie: 'name=imogen',
      'user-agent': 'browser of imogen',
      baggage: 'name=imogen',
    },
  })
  await response.text()
  await expect.poll(() => lines.some((line) => line.includes('"msg":"request"'))).toBe(true)
  return response
}

/** The spans that have arrived once the last are exported, with the name of each one's parent. */
async function spans() {
  await endExport()
  const all = receiver.spans()
  return all.map(({ name, attributes, parentSpanId, traceId, status }) => ({
    name,
    traceId,
    status: status.code,
    parent: all.find(({ spanId }) => spanId === parentSpanId)?.name ?? parentSpanId,
    ...attributes,
  }))
}

test('the spans of a request continue its trace, through cache, render, worker and database', async () => {
  const response = await ask('/products/riva')
  const page = { 'http.route': '/products/:slug', remote: 'mf-catalog', version: 'v7' }
  const found = await spans()
  expect(found.map(({ traceId }) => traceId)).toEqual(found.map(() => given.traceId))
  expect(found).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        name: 'GET /products/:slug',
        parent: given.spanId,
        ...page,
        'http.response.status_code': 200,
        cache: 'miss',
        release_set: 'set-one',
      }),
      expect.objectContaining({ name: 'cache', parent: 'GET /products/:slug', cache: 'miss' }),
      expect.objectContaining({ name: 'render', parent: 'cache', ...page }),
      expect.objectContaining({
        name: 'renderPage mf-catalog',
        parent: 'render',
        remote: 'mf-catalog',
        version: 'v7',
      }),
      expect.objectContaining({
        name: 'GET /rest/v1/products',
        parent: 'renderPage mf-catalog',
        'http.response.status_code': 200,
      }),
    ]),
  )
  expect(asked).toEqual([
    expect.objectContaining({
      traceparent: expect.stringMatching(
        new RegExp(`^00-${given.traceId}-(?!${given.spanId})[\\da-f]{16}-01$`),
      ),
      'x-request-id': 'request-1',
    }),
  ])
  expect(response.headers.get('x-request-id')).toBe('request-1')
  expect(lines.at(-1)).toContain(`"trace_id":"${given.traceId}"`)
  expect(receiver.text() + lines.join()).not.toMatch(/imogen|riva|eyJ/)
})

test('a page from the cache is a span of the cache alone', async () => {
  await ask('/products/moss')
  lines = []
  await ask('/products/moss')
  const hits = (await spans()).filter((span) => 'cache' in span && span.cache === 'hit')
  expect(hits.map(({ name, parent }) => [name, parent])).toEqual([
    ['cache', 'GET /products/:slug'],
    ['GET /products/:slug', given.spanId],
  ])
})

test('what fails in a remote is an error of its span, which says nothing of what was typed', async () => {
  await ask('/products/broken')
  const failed = (await spans()).filter(({ status }) => status === error)
  expect(failed.map(({ name }) => name)).toEqual(['renderPage mf-catalog'])
  expect(receiver.text()).toContain('Nobody expects [email]')
  expect(receiver.text() + lines.join()).not.toContain('imogen@')
})

test('a job is a trace of its own', async () => {
  await inSpan('send email', { job: 'email' }, () => Promise.resolve())
  expect(await spans()).toEqual([
    expect.objectContaining({ name: 'send email', parent: undefined, job: 'email' }),
  ])
})
