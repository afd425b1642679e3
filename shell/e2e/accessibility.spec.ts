import { expect, type Page } from '@playwright/test'
import { checkScreens, pageAt, visit } from '../../e2e/screens'
import { hydrated, open } from '../../e2e/steps'

async function openSearch(page: Page): Promise<void> {
  await open(page, '/about')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search products' }).fill('silk')
  await expect(page.getByRole('option').first()).toBeVisible()
}

checkScreens([
  visit(
    pageAt('/about'),
    pageAt('/faq'),
    {
      name: 'an answer of the FAQ',
      open: (page) => page.getByRole('main').locator('summary').first().click(),
    },
    pageAt('/shipping'),
    pageAt('/privacy'),
    pageAt('/discretion'),
    pageAt('/terms'),
    pageAt('/returns'),
    pageAt('/warranty'),
    pageAt('/gift-cards'),
    pageAt('/age-verification'),
    pageAt('/offline'),
    pageAt('/nowhere'),
    pageAt('/contact'),
    {
      name: 'contact with mistakes',
      async open(page) {
        await hydrated(page)
        await page.getByRole('button', { name: 'Send Message' }).click()
        await expect(page.getByText('Validation Error')).toBeVisible()
      },
    },
  ),
  visit(
    {
      name: 'age gate',
      open: (page) =>
        page
          .goto('/')
          .then(() => expect(page.getByRole('dialog', { name: 'Age Verification Required' })).toBeVisible()),
    },
    { name: 'search with suggestions', open: openSearch },
    {
      name: 'menu of a phone',
      widths: [320],
      async open(page) {
        await page.setViewportSize({ width: 320, height: 900 })
        await open(page, '/products')
        await page.getByRole('button', { name: 'Menu' }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      },
    },
  ),
  {
    name: 'a remote that cannot be loaded',
    async open(page) {
      await open(page, '/about')
      await page.route('**/releases/mf-catalog/**', (route) => route.abort())
      await page.getByRole('contentinfo').getByRole('link', { name: 'Shop All' }).click()
      await expect(page.getByText('This part of the shop is not available')).toBeVisible()
    },
  },
])
