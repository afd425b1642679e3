import { expect, type Route } from '@playwright/test'
import { test } from '../../e2e/shop'
import { hydrated } from '../../e2e/steps'

const shellScript = /\/releases\/shell\/.*\.js$/

const responses: Record<string, (route: Route) => Promise<unknown>> = {
  'is lost on its way': (route) => route.abort('connectionreset'),
  'is answered with 503': (route) => route.fulfill({ status: 503 }),
  'is answered with a page': (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Wi-Fi</h1>' }),
  'is damaged on its way': async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).slice(0, 300) })
  },
  'never comes': () => new Promise(() => undefined),
}

for (const [what, result] of Object.entries(responses))
  test(`a script of the shell that ${what} once is asked for again, and the page is hydrated`, async ({
    adult: page,
  }) => {
    await page.route(shellScript, result, { times: 1 })
    await page.goto('/cart', { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('shop-ready').length > 0)
    await expect(page.getByText('could not be loaded')).toBeHidden()
  })

test('where it is lost for good the page says so, its links work, and a press asks again', async ({
  adult: page,
}) => {
  await page.route(shellScript, (route) => route.abort())
  await page.goto('/auth')
  await expect(page.getByRole('alert')).toContainText('Part of this page could not be loaded.')
  await page.getByRole('link', { name: /^Cart/ }).first().click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('alert')).toContainText('Part of this page could not be loaded.')
  await page.unroute(shellScript)
  await page.getByRole('button', { name: 'Try again' }).click()
  await hydrated(page)
  await expect(page.getByText('could not be loaded')).toBeHidden()
})
