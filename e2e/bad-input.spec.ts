import { expect } from '@playwright/test'
import { test } from './shop'
import { hydrated, open } from './steps'

test('an unknown product has a link back', async ({ adult: page }) => {
  await page.goto('/products/no-such-thing')
  await page
    .getByRole('main')
    .getByRole('link', { name: /back|products/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/products$/)
})

test('an unknown page has a link to the home page', async ({ adult: page }) => {
  await page.goto('/no/such/page')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

const missing = [
  ['/products/nothing-of-this-name', 'Product Not Found'],
  ['/products/nothing-of-that-name?asked=sent', 'Product Not Found'],
  ['/categories/nothing-of-this-name?sort=name&pages=3', 'Category Not Found'],
  ['/products/nothing/below', 'Oops! Page not found'],
  ['/faq/nothing-below', 'Oops! Page not found'],
  ['/nothing-here?x=1', 'Oops! Page not found'],
]
test('a page that there is not shows its message from the first paint, and hydrates without a change', async ({
  adult: page,
}) => {
  const reads: string[] = []
  page.on('request', (request) => {
    if (/rest\/v1\/(?:products|categories)/.test(request.url())) reads.push(request.url())
  })
  for (const [address = '', title = ''] of missing)
    await test.step(address, async () => {
      const response = await page.goto(address)
      expect(response?.status()).toBe(404)
      const html = (await response?.text()) ?? ''
      expect(html).toContain(title)
      expect(html).not.toMatch(/nothing-(?:of|below|here)/)
      const content = page.getByRole('main')
      const rendered = await content.innerHTML()
      await hydrated(page)
      expect(await content.innerHTML()).toBe(rendered)
      await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Not found')).toBeVisible()
      expect(reads).toEqual([])
    })
})

test('a sold-out product cannot be added', async ({ adult: page }) => {
  await open(page, '/products/ovo-moss')
  await expect(page.getByText(/Out of Stock|Sold Out/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /add to cart|out of stock|sold out/i })).toBeDisabled()
})
