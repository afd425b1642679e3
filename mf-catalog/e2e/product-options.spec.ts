import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open } from '../../e2e/steps'

const robe = '/products/hours-silk-robe'

test('a size is chosen before the product is added, and the URL follows', async ({ adult: page }) => {
  await open(page, robe)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Choose a size.', { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'S', exact: true })).toBeFocused()
  await page.getByRole('radio', { name: 'M', exact: true }).check()
  await expect(page).toHaveURL(`${robe}?size=m`)
  await expect(page.getByText('Choose a size.', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Item has been added to your cart.')).toBeVisible()
  await open(page, '/cart')
  await expect(page.getByText('Size: M', { exact: true })).toBeVisible()
})

test('a link to a sold-out size shows it chosen and offers a message when it is back', async ({
  adult: page,
}) => {
  await open(page, `${robe}?size=l`)
  await expect(page.getByRole('radio', { name: 'L, sold out' })).toBeChecked()
  await expect(page.getByRole('main').getByRole('textbox', { name: 'Email' })).toBeVisible()
})

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

test('the picture of a variant follows the choice', async ({ adult: page, staff }) => {
  const slug = `piece-${randomUUID()}`
  await staff.addSizes(
    slug,
    'Sash',
    { Plum: 3, Sand: 3 },
    {
      option: 'Colour',
      images: ['/media/ravel-silk-sash-1.webp'],
      pictures: { Sand: '/media/moss-velvet-pouch-1.webp' },
    },
  )
  await open(page, `/products/${slug}`)
  const first = page.getByRole('main').getByRole('img').first()
  const shown = () => first.evaluate((image: HTMLImageElement) => image.currentSrc)
  await expect.poll(shown).toContain('ravel-silk-sash-1')
  await page.getByRole('radio', { name: 'Sand' }).check()
  await expect.poll(shown).toContain('moss-velvet-pouch-1')
  await page.getByRole('radio', { name: 'Plum' }).check()
  await expect.poll(shown).toContain('ravel-silk-sash-1')
  await open(page, `/products/${slug}?colour=sand`)
  await expect.poll(shown).toContain('moss-velvet-pouch-1')
})

test('the SKU of a size leads to that size', async ({ adult: page }) => {
  await open(page, '/search?q=am-acc-008-xl')
  await page.getByRole('link', { name: 'Hours Silk Robe' }).click()
  await expect(page).toHaveURL(`${robe}?size=xl`)
  await expect(page.getByRole('radio', { name: 'XL' })).toBeChecked()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search products' }).fill('AM-ACC-008-M')
  await page.getByRole('option', { name: /Hours Silk Robe/ }).click()
  await expect(page).toHaveURL(`${robe}?size=m`)
})

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
