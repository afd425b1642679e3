import { expect, type Page } from '@playwright/test'
import { test } from './shop'

const look = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, fontFamily, color } = getComputedStyle(document.body)
    return {
      backgroundColor,
      fontFamily,
      color,
      margin: getComputedStyle(document.querySelector('h1') ?? document.body).margin,
    }
  })

test('a page whose global styles no server drew gets them from the scripts', async ({ page }) => {
  await page.goto('/about')
  const drawn = await look(page)
  await page.route('/about', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const bare = html.replaceAll(/<style data-emotion="css-global[\s\S]*?<\/style>/g, '')
    expect(bare.length).toBeLessThan(html.length)
    await route.fulfill({ response, body: bare })
  })
  await page.goto('/about')
  await expect.poll(() => look(page)).toEqual(drawn)
})
