import { expect } from '@playwright/test'
import { openAsStaff } from './open-as-staff'
import { visit, type Screen } from '../../e2e/screens'
import { open } from '../../e2e/steps'

/** The screens of promotions and gift cards. */
export const offerScreens: Screen[] = [
  visit(
    {
      name: 'promotions, and the form of a new one',
      async open(page) {
        await openAsStaff(page, '/admin/promotions?promotion=new', 'Example')
        await page.getByRole('textbox', { name: 'Code' }).fill(`Axe${String(Date.now())}`)
        await page.getByLabel('Ends').fill('2020-01-01T00:00')
        await page.getByText('Buy some, get some', { exact: true }).click()
        await page.getByText('Chosen categories', { exact: true }).click()
        await page.getByRole('button', { name: 'Create promotion' }).click()
        await expect(page.getByText('Choose at least one category.')).toBeVisible()
        await expect(page.getByText('The end must be after the start.')).toBeVisible()
      },
    },
    {
      name: 'a promotion in the list',
      async open(page) {
        const code = `Axe${String(Date.now())}`
        await open(page, '/admin/promotions?promotion=new')
        await page.getByRole('textbox', { name: 'Code' }).fill(code)
        await page.getByRole('button', { name: 'Create promotion' }).click()
        await expect(page.getByRole('button', { name: `End now: ${code}` })).toBeVisible()
      },
    },
    {
      name: 'promotions that no filter matches',
      open: (page) => openAsStaff(page, '/admin/promotions?state=ended&q=nothing', 'No promotions found'),
    },
    {
      name: 'a draft order that lacks an email',
      async open(page) {
        await openAsStaff(page, '/admin/drafts?draft=new', 'No products yet.')
        await page.getByRole('button', { name: 'Send Payment Link' }).click()
        await expect(page.getByText('Enter an email address: the order is confirmed to it.')).toBeVisible()
      },
    },
    {
      name: 'draft orders, none yet',
      open: (page) => openAsStaff(page, '/admin/drafts?state=withdrawn', 'No drafts found'),
    },
  ),
  visit(
    {
      name: 'the code of a new gift card',
      async open(page) {
        await openAsStaff(page, '/admin/gift-cards?card=new', 'How does it get there?')
        await page.getByLabel('Amount').fill('25')
        await page.getByText('Show me the code', { exact: true }).click()
        await page.getByRole('button', { name: 'Issue and show the code' }).click()
        await expect(page.getByText('The gift card is issued')).toBeVisible()
      },
    },
    {
      name: 'a gift card and its ledger',
      async open(page) {
        await page.getByRole('button', { name: 'Done' }).click()
        await page
          .getByRole('link', { name: /^Gift card ending/ })
          .first()
          .click()
        await expect(page.getByRole('heading', { name: 'Ledger' })).toBeVisible()
      },
    },
    {
      name: 'gift cards that no filter matches',
      open: (page) =>
        openAsStaff(page, '/admin/gift-cards?state=void&q=AM20200101-0001', 'No gift cards found'),
    },
  ),
]
