import { expect, type Page } from '@playwright/test'
import { writeMessage } from '../../e2e/people'
import { signInStaff, uniqueEmail } from '../../e2e/steps'

const subject = 'A question about care'

async function openAsStaff(page: Page, path: string, text: string): Promise<void> {
  await signInStaff(page)
  await page.goto(path)
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

async function openMessages(page: Page): Promise<void> {
  const message = 'How is the silk robe washed?'
  await writeMessage(page, { name: 'Imogen Hale', email: uniqueEmail('screens'), subject, message })
  await openAsStaff(page, '/admin/messages', subject)
}

/** Opens the screen of returns of a shop that has none. */
async function openNoReturns(page: Page): Promise<void> {
  await page.route('**/rest/v1/rpc/office_returns*', (route) =>
    route.fulfill({ json: { rows: [], total: 0, exact: true, page: 1, pages: 1 } }),
  )
  await openAsStaff(page, '/admin/returns', 'No returns are requested')
}

/** Opens the list of abandoned checkouts with one of each kind. */
async function openAbandoned(page: Page): Promise<void> {
  const checkout = {
    name: 'Imogen Hale',
    email: 'imogen@example.test',
    created_at: '2026-01-05T12:30:00Z',
    total: 104.28,
    currency: 'GBP',
    items: [{ name: 'Hours Silk Robe', variant_name: 'M', quantity: 1 }],
    sent_at: null,
  }
  const rows = [null, 'declined', 'not_offered'].map((obstacle, id) => ({
    ...checkout,
    id: String(id),
    obstacle,
  }))
  await page.route('**/rest/v1/rpc/abandoned_checkouts*', (route) =>
    route.fulfill({ json: { rows, total: 3, exact: true, page: 1, pages: 1 } }),
  )
  await openAsStaff(page, '/admin/abandoned', 'Wants none')
}

/** The screens of customers, messages and returns. */
export const peopleScreens: { name: string; open(page: Page): Promise<unknown> }[] = [
  { name: 'returns, none yet', open: openNoReturns },
  { name: 'abandoned checkouts', open: openAbandoned },
  {
    name: 'customers',
    open: (page) => openAsStaff(page, '/admin/customers', 'shopper@aurelle.test'),
  },
  {
    name: 'customers that no search finds',
    open: (page) =>
      openAsStaff(page, '/admin/customers?q=nobodyatall', 'No customers found matching your search.'),
  },
  {
    name: 'the profile of a customer',
    async open(page) {
      await openAsStaff(page, '/admin/customers?q=shopper%40', 'shopper@aurelle.test')
      await page.getByRole('row').nth(1).getByRole('link').first().click()
      await expect(page.getByText('No notes yet.')).toBeVisible()
    },
  },
  {
    name: 'the form of a customer',
    async open(page) {
      await openAsStaff(page, '/admin/customers?q=shopper%40', 'shopper@aurelle.test')
      await page.getByRole('row').nth(1).getByRole('link').first().click()
      await page.getByRole('button', { name: 'Edit' }).click()
      await expect(page.getByRole('dialog', { name: 'Edit customer' })).toBeVisible()
    },
  },
  {
    name: 'another record of a customer, to be compared',
    async open(page) {
      await openAsStaff(page, '/admin/customers?q=shopper%40', 'shopper@aurelle.test')
      await page.getByRole('row').nth(1).getByRole('link').first().click()
      await page.getByRole('button', { name: 'Merge' }).click()
      await expect(page.getByRole('searchbox', { name: 'Search by name or email' }).last()).toBeVisible()
    },
  },
  { name: 'messages in the back office', open: openMessages },
  {
    name: 'messages that no filter matches',
    open: (page) => openAsStaff(page, '/admin/messages?state=closed&q=nothing', 'No messages found'),
  },
  {
    name: 'a message with an answer',
    async open(page) {
      await openMessages(page)
      await page.getByRole('link', { name: subject, exact: true }).first().click()
      await page.getByLabel('Answer').fill('Wash it by hand.')
      await page.getByRole('button', { name: 'Send answer' }).click()
      await expect(page.getByRole('list', { name: 'Answers' })).toBeVisible()
    },
  },
]
