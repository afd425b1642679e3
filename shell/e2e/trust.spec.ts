import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open } from '../../e2e/steps'

// Tampered releases and those that are rejected are in faults-in-browser.spec.ts and faults-on-server.spec.ts.

test('a script that is not of the page’s release set cannot be added', async ({ page }) => {
  await open(page, '/about')
  const add = (src: string) =>
    page.evaluate((address) => {
      try {
        document.createElement('script').src = address
        return 'added'
      } catch (error) {
        return error instanceof Error ? error.name : ''
      }
    }, src)
  expect(await add('/media/anything.js')).toBe('TypeError')
  expect(await add('/releases/mf-catalog/another/remoteEntry.js')).toBe('TypeError')
})
