import { expect, test } from 'vitest'
import { createVitals } from './vitals'
import { fixedReleaseSet } from '../releases/live-releases'
import { createMetrics, serveMetrics, type MetricsSources } from './metrics'
import type { FinishedRequest } from './requests'

const product: FinishedRequest = {
  ...{ method: 'GET', status: 200, seconds: 0.2, error: undefined, cache: 'hit', requestId: 'r1' },
  ...{ route: '/products/:slug', releaseSet: 'one', remote: 'mf-catalog', version: 'v1' },
}

const created = (backlog: MetricsSources['backlog'] = null) => {
  const vitals = createVitals()
  vitals.record({ remote: 'mf-catalog', version: 'v1', route: '/products', metric: 'LCP', value: 900 })
  return createMetrics({
    releases: fixedReleaseSet({ id: 'one', shell: { version: 's1', scripts: [], files: [] }, remotes: {} }),
    vitals,
    parts: () => ({ realtime: 'up', mailer: 'down', refunds: 'off' }),
    backlog,
  })
}

test('requests are counted by route, remote and version, with their durations', async () => {
  const metrics = created()
  metrics.observe(product)
  metrics.observe(product)
  metrics.observe({ ...product, method: 'BREW', route: null, remote: null, version: null, status: 404 })
  const text = await metrics.text()
  expect(text).toContain(
    'http_requests_total{method="GET",route="/products/:slug",status="200",remote="mf-catalog",version="v1",cache="hit"} 2',
  )
  expect(text).toContain('method="other",route="none"')
  expect(text).toContain(
    'http_request_duration_seconds_bucket{le="0.1",route="/products/:slug",remote="mf-catalog",version="v1"} 0',
  )
  expect(text).toContain(
    'http_request_duration_seconds_bucket{le="0.25",route="/products/:slug",remote="mf-catalog",version="v1"} 2',
  )
})

test('a page that was left to the browser is an error of its version, though it was answered with 200', async () => {
  const metrics = created()
  metrics.observe(product)
  metrics.observe({ ...product, version: 'v2', error: new Error('The page failed') })
  metrics.observe({ ...product, version: 'v2', status: 500 })
  const errors = (await metrics.text()).split('\n').filter((line) => /^http_request_errors_total/.test(line))
  expect(errors).toEqual([
    'http_request_errors_total{route="/products/:slug",remote="mf-catalog",version="v2"} 2',
  ])
})

test('the release set, the state of each part and what browsers measured are metrics', async () => {
  const text = await created().text()
  expect(text).toContain('release_set_info{release_set="one",member="shell",version="s1"} 1')
  expect(text).toContain('release_set_rejected 0')
  expect(text).toContain('part_up{part="realtime"} 1')
  expect(text).toContain('part_up{part="mailer"} 0')
  expect(text).not.toContain('part="refunds"')
  expect(text).toContain(
    'web_vitals_p75{remote="mf-catalog",version="v1",route="/products",metric="LCP"} 900',
  )
  expect(text).toContain('process_cpu_seconds_total')
})

test('what waits for the workers is a metric, and absent while the database does not answer', async () => {
  let isReachable = true
  const none = { waiting: 0, failed: 0, oldest_seconds: 0 }
  const metrics = created(() =>
    isReachable
      ? Promise.resolve({ email: { waiting: 3, failed: 1, oldest_seconds: 90 }, refund: none })
      : Promise.reject(new Error('timeout')),
  )
  const text = await metrics.text()
  expect(text).toContain('jobs_waiting{job="email"} 3')
  expect(text).toContain('jobs_failed{job="email"} 1')
  expect(text).toContain('job_oldest_age_seconds{job="email"} 90')
  expect(text).toContain('jobs_waiting{job="refund"} 0')
  isReachable = false
  expect(await metrics.text()).not.toContain('jobs_waiting{')
})

test('/metrics is served at a port of its own, and nothing else there', async () => {
  const served = await serveMetrics(created(), { port: 0, host: '127.0.0.1' })
  const at = (path: string) => fetch(`http://127.0.0.1:${String(served.port)}${path}`)
  const response = await at('/metrics')
  expect(response.headers.get('content-type')).toContain('application/openmetrics-text')
  expect(await response.text()).toContain('part_up')
  expect((await at('/')).status).toBe(404)
  await served.close()
})
