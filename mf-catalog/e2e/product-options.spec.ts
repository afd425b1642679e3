import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open } from '../../e2e/steps'

const robe = '/products/hours-silk-robe'

for (const [option, query] of [
  ['Sort', 'sort=b'],
  ['Brand', 'brand=b'],
  ['Size', 'ref=x&page=2&tab=details&from=letter&size=b'],
] as const) {
  test(`the server and the browser choose the same of "${option}" in "?${query}"`, async ({
    adult: page,
    staff,
    request,
  }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    const path = `/products/piece-${randomUUID()}`
    await staff.addSizes(path.slice(10), 'Piece', { A: 3, B: 3 }, { option })
    const html = await (await request.get(`${path}?${query}`)).text()
    expect(html).toMatch(/<input(?=[^>]*value="b")(?=[^>]*checked)[^>]*>/)
    expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"?]*${path}"`))
    await open(page, `${path}?${query}`)
    await expect(page.getByRole('radio', { name: 'B' })).toBeChecked()
    expect(complaints).toEqual([])
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a size is chosen by a form, and the cart has it', async ({ page }) => {
    await page.goto(`${robe}?size=m`)
    await expect(page.getByRole('radio', { name: 'M', exact: true })).toBeChecked()
    await page.getByRole('radio', { name: 'XL' }).check()
    await page.getByRole('button', { name: 'Show this choice' }).click()
    await expect(page).toHaveURL(`${robe}?size=xl`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByRole('spinbutton', { name: 'Quantity of Hours Silk Robe, XL' })).toHaveValue('1')
  })
})
