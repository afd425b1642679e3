import { expect, type Page } from '@playwright/test'
import { holdRequests } from '../../e2e/late-scripts'
import { test } from '../../e2e/shop'
import { hydrated } from '../../e2e/steps'

// The page has not loaded while its pictures are on their way: those of the demo, placeholders and what staff have uploaded.
const pictures = /\/(media|storage)\//

const visibilityOf = (page: Page, card: number) =>
  page
    .locator('main ul > li')
    .nth(card)
    .evaluate((element) => getComputedStyle(element).contentVisibility)

test('a list leaves far cards out of the layout until it has loaded, and none after a reload', async ({
  adult: page,
}) => {
  const letPicturesCome = await holdRequests(page, pictures)
  await page.goto('/products', { waitUntil: 'domcontentloaded' })
  expect(await visibilityOf(page, 0)).toBe('visible')
  expect(await visibilityOf(page, 12)).toBe('auto')
  letPicturesCome()
  await hydrated(page)
  await page.waitForLoadState('load')
  await expect.poll(() => visibilityOf(page, 12)).toBe('visible')

  const letThemComeAgain = await holdRequests(page, pictures)
  await page.reload({ waitUntil: 'domcontentloaded' })
  expect(await visibilityOf(page, 12)).toBe('visible')
  letThemComeAgain()
})
