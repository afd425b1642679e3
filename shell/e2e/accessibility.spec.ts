import { expect, type Page } from '@playwright/test'
import { checkScreens, pagesAt } from '../../e2e/screens'
import { hydrated, open, openIdle } from '../../e2e/steps'

async function openSearch(page: Page): Promise<void> {
  await open(page, '/about')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search products' }).fill('silk')
  await expect(page.getByRole('option').first()).toBeVisible()
}

checkScreens([
  ...pagesAt(
    '/about',
    '/contact',
    '/faq',
    '/shipping',
    '/privacy',
    '/discretion',
    '/terms',
    '/returns',
    '/warranty',
    '/gift-cards',
    '/age-verification',
    '/offline',
    '/nowhere',
  ),
  {
    name: 'age gate',
    open: (page) =>
      page
        .goto('/')
        .then(() => expect(page.getByRole('dialog', { name: 'Age Verification Required' })).toBeVisible()),
  },
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
  { name: 'search with suggestions', open: openSearch },
  {
    name: 'contact with mistakes',
    async open(page) {
      await openIdle(page, '/contact')
      await hydrated(page)
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expect(page.getByText('Validation Error')).toBeVisible()
    },
  },
  {
    name: 'an answer of the FAQ',
    async open(page) {
      await openIdle(page, '/faq')
      await page.getByRole('main').locator('summary').first().click()
    },
  },
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
