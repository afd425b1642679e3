import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import { continueToPayment, openCheckout } from '../../e2e/steps'

/** How far the header reaches over the label of the element with the focus, in pixels; at most 0 where all of it is seen. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    const header = document.querySelector('header')
    if (!(focused instanceof HTMLElement) || !header || !focused.closest('main')) return 0
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : undefined
    const top = (label ?? focused).getBoundingClientRect().top
    return Math.round(header.getBoundingClientRect().bottom - top)
  })

test('the checkout’s header is one row, never covers what has the focus, and its menu closes by Escape', async ({
  adult: page,
}) => {
  await openCheckout(page, 'atelier-gift-box')
  for (const width of [1280, 768, 390])
    await test.step(`${String(width)} px`, async () => {
      await page.setViewportSize({ width, height: 720 })
      const row = page.getByRole('banner').locator('p + div')
      // One row and the line beneath it.
      expect((await row.boundingBox())?.height).toBeLessThanOrEqual(width < 768 ? 61 : 73)
      await continueToPayment(page)
      await expect(page.getByLabel('Email')).toBeFocused()
      expect(await hidden(page)).toBeLessThanOrEqual(0)

      await page.getByRole('button', { name: /Continue to Payment/ }).focus()
      for (let step = 0; step < 25; step += 1) {
        await page.keyboard.press('Shift+Tab')
        expect(await hidden(page)).toBeLessThanOrEqual(0)
      }
    })

  await page.getByRole('button', { name: 'More pages' }).click()
  const pages = page.getByRole('navigation', { name: 'Main' })
  await expect(pages.getByRole('link', { name: 'Shop All' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pages).toBeHidden()
})
