import { expect, test } from 'vitest'
import { reportsPath } from '../http/security'
import { browserReports, reportLogger, type BrowserReport } from './browser-reports'
import { createLog } from './log'

const site = 'https://shop.example'
const script = '/releases/mf-catalog/c2/page.js'

function created() {
  const reports: BrowserReport[] = []
  let time = 0
  const app = browserReports({
    siteUrl: site,
    trustedProxies: 1,
    factsAt: (_, path) =>
      Promise.resolve({
        route: path === '/products/secret-robe' ? '/products/:productSlug' : null,
        remote: 'mf-catalog',
        version: 'c2',
      }),
    versionsOf: () => Promise.resolve({ 'mf-catalog': 'c2', 'mf-account': 'a1' }),
    onReport: (report) => reports.push(report),
    now: () => time,
  })
  const send = async (body: unknown, headers: Record<string, string> = {}) =>
    (
      await app.request(reportsPath, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'x-forwarded-for': '203.0.113.9', ...headers },
      })
    ).status
  return {
    send,
    reports,
    waitAMinute: () => {
      time += 60_000
    },
  }
}

const failure = {
  kind: 'failure',
  page: '/products/secret-robe',
  name: 'ChunkLoadError',
  script: `at ${site}${script}:1:20?token=abc imogen@example.test`,
}

test('an error of a browser is known by its route, remote and version, and by nothing of the visitor', async () => {
  const { send, reports } = created()
  expect(await send(failure)).toBe(204)
  expect(reports).toEqual([
    {
      kind: 'failure',
      name: 'ChunkLoadError',
      script: `${script}:1:20`,
      blocked: null,
      route: '/products/:productSlug',
      remote: 'mf-catalog',
      version: 'c2',
    },
  ])
})

test('policies that were violated arrive from each browser, those of its extensions do not', async () => {
  const { send, reports } = created()
  const url = `${site}/products/secret-robe?who=imogen`
  const csp = { effectiveDirective: 'script-src-elem', blockedURL: 'https://evil.example/a.js?b=c' }
  await send([
    { type: 'csp-violation', url, body: csp },
    { type: 'csp-violation', url, body: { ...csp, sourceFile: 'moz-extension://a/b.js' } },
    { type: 'integrity-violation', url, body: { destination: 'script', blockedURL: `${site}${script}` } },
    { type: 'deprecation', url, body: {} },
  ])
  await send({
    'csp-report': { 'document-uri': url, 'effective-directive': 'img-src', 'blocked-uri': 'inline' },
  })
  expect(reports).toMatchObject([
    { kind: 'csp-violation', name: 'script-src-elem', blocked: 'evil.example', script: null },
    { kind: 'integrity-violation', name: 'script', script, remote: 'mf-catalog', version: 'c2' },
    { kind: 'csp-violation', name: 'img-src', blocked: 'inline' },
  ])
  expect(JSON.stringify(reports)).not.toMatch(/imogen|secret-robe/)
})

test('remotes and versions that are invented are called other', async () => {
  const { send, reports } = created()
  await send({ ...failure, script: '/releases/mf-invented/1/a.js' })
  await send({ ...failure, script: '/releases/mf-account/old/a.js' })
  expect(reports).toMatchObject([
    { remote: 'other', version: 'other' },
    { remote: 'mf-account', version: 'other' },
  ])
})

test('what is no report, too long, from another site, or too much is rejected', async () => {
  const { send, reports, waitAMinute } = created()
  expect(await send('hello')).toBe(400)
  expect(await send({ ...failure, name: 'a b'.repeat(100) })).toBe(400)
  expect(await send('x'.repeat(20_000))).toBe(413)
  expect(await send(failure, { origin: 'https://evil.example' })).toBe(403)
  expect(reports).toEqual([])
  for (let n = 0; n < 60; n += 1) await send(failure)
  expect(await send(failure)).toBe(429)
  expect(await send(failure, { 'x-forwarded-for': '203.0.113.10' })).toBe(204)
  waitAMinute()
  expect(await send(failure)).toBe(204)
})

test('at most sixty reports a minute are logged', () => {
  let time = 1_000_000
  const lines: string[] = []
  const log = reportLogger(createLog('warn', { write: (line) => lines.push(line) }), () => time)
  const report: BrowserReport = {
    ...{ kind: 'error', name: 'TypeError', script: null, blocked: null },
    ...{ route: '/', remote: null, version: null },
  }
  for (let n = 0; n < 100; n += 1) log(report)
  expect(lines).toHaveLength(60)
  time += 60_000
  log(report)
  expect(lines).toHaveLength(61)
})
