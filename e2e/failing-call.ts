import { expect, type Page } from '@playwright/test'
import { failureText, retryTimeout, sampleFailures, shortenTimeouts } from './failures'
import { test } from './shop'

/** A call to the backend: how a visitor triggers it, the message when it fails, and what works after it has recovered. */
export interface Call {
  call: string
  /** Below /rest/v1/. */
  path: string
  prepare(page: Page): Promise<unknown>
  trigger(page: Page): Promise<unknown>
  message: string | RegExp
  recover(page: Page): Promise<unknown>
}

/** Makes a test of each call for a sample of the ways in which a call can fail. */
export function testFailingCalls(calls: readonly Call[]): void {
  for (const [index, { call, path, prepare, trigger, message, recover }] of calls.entries()) {
    for (const [how, fail] of sampleFailures(index)) {
      test(`${call}, when the backend ${how}: shows an error, loses nothing, and works after a retry`, async ({
        page,
      }) => {
        await prepare(page)
        if (how === 'hangs') await shortenTimeouts(page)
        const pattern = `**/rest/v1/${path}`
        await page.route(pattern, fail)
        await trigger(page)
        await expect(failureText(page, how, message)).toBeVisible(retryTimeout)
        await expect(page.getByRole('contentinfo').or(page.getByRole('dialog')).first()).toBeVisible()
        await page.unroute(pattern)
        await recover(page)
      })
    }
  }
}
