// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { createFailureReporter, reportUncaughtErrors } from './report-failure'

test('what fails is reported by class and script, without its message, at most five times', async () => {
  const sendBeacon = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true)
  const reports = () =>
    Promise.all(
      sendBeacon.mock.calls.map(async ([url, body]): Promise<unknown> => {
        expect(url).toBe('/reports')
        return body instanceof Blob && JSON.parse(await body.text())
      }),
    )
  const report = createFailureReporter()
  const page = new EventTarget()
  reportUncaughtErrors(report, page)
  report(
    'failure',
    new TypeError('No imogen@example.test at https://shop.example/releases/mf-catalog/c2/page.js?x=1'),
  )
  page.dispatchEvent(new ErrorEvent('error', { error: new RangeError('imogen') }))
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'no error' }))
  expect(await reports()).toEqual([
    { kind: 'failure', page: '/', name: 'TypeError', script: '/releases/mf-catalog/c2/page.js' },
    { kind: 'error', page: '/', name: 'RangeError', script: null },
    { kind: 'error', page: '/', name: 'string', script: null },
  ])
  for (let n = 0; n < 9; n += 1) report('failure', new Error('again'))
  expect(sendBeacon).toHaveBeenCalledTimes(5)
})
