import { expect, type Page } from '@playwright/test'
import { openAsStaff } from './open-as-staff'
import { placeOrder } from '../../e2e/order-steps'
import { writeMessage } from '../../e2e/people'
import { visit, type Screen } from '../../e2e/screens'
import { goInside, uniqueEmail } from '../../e2e/steps'

const subject = 'A question about care'

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

/** A return whose goods have arrived, and what else of its order can come back. */
const arrived = (number: string) => ({
  replaces: null,
  returnable: [{ line: 0, name: 'Atelier Gift Box', variant_name: null, quantity: 2 }],
  returns: [
    {
      id: '7b7a9f3e-1111-4000-8000-000000000001',
      state: 'received',
      note: '',
      order_id: '7b7a9f3e-1111-4000-8000-000000000002',
      order_number: number,
      email: 'ada@example.test',
      created_at: '2026-11-05T10:00:00Z',
      delivered_at: null,
      replacement: null,
      lines: [
        {
          line: 0,
          name: 'Atelier Gift Box',
          variant_name: null,
          quantity: 1,
          reason: 'damaged',
          comment: '',
          sealed: true,
          decision: 'approved',
          received: 1,
          condition: 'damaged',
          restock: false,
        },
      ],
    },
  ],
})
const offer = {
  currency: 'GBP',
  returned: 42.66,
  discount: 0,
  takes_payment: true,
  total: 42.66,
  choices: [
    {
      product_id: 'p1',
      variant_id: null,
      name: 'Atelier Gift Box',
      variant_name: null,
      price: 42.66,
      available: 4,
    },
    { product_id: 'p2', variant_id: null, name: 'Moss Balm', variant_name: null, price: 20, available: 0 },
  ],
}

/** Opens the details of an order with a return, and a dialog of it. */
async function openReturnDialog(page: Page, button: RegExp): Promise<void> {
  const number = await placeOrder(page)
  await page.route('**/rest/v1/rpc/returns_of*', (route) => route.fulfill({ json: arrived(number) }))
  await page.route('**/rest/v1/rpc/quote_exchange*', (route) => route.fulfill({ json: offer }))
  await goInside(page, `/admin/orders?order=${number}`)
  await page.getByRole('button', { name: button }).click()
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
export const peopleScreens: Screen[] = [
  visit(
    { name: 'returns, none yet', open: openNoReturns },
    { name: 'abandoned checkouts', open: openAbandoned },
    {
      name: 'a return that staff open',
      async open(page) {
        await openReturnDialog(page, /^Open Return/)
        await page.getByRole('button', { name: 'Open return', exact: true }).click()
        await expect(page.getByText('Enter how many pieces come back.')).toBeVisible()
      },
    },
    {
      name: 'an exchange',
      async open(page) {
        await openReturnDialog(page, /^Exchange: return/)
        await page.getByRole('group', { name: 'Send Atelier Gift Box' }).getByLabel('Pieces').fill('1')
        await expect(page.getByText('Nothing to settle')).toBeVisible()
        await page.getByLabel('Send another product').fill('robe')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('button', { name: /^Add Hours Silk Robe/ }).first()).toBeVisible()
      },
    },
  ),
  visit(
    {
      name: 'customers',
      open: (page) => openAsStaff(page, '/admin/customers?q=shopper%40', 'shopper@aurelle.test'),
    },
    {
      name: 'the profile of a customer',
      async open(page) {
        await page.getByRole('row').nth(1).getByRole('link').first().click()
        await expect(page.getByText('No notes yet.')).toBeVisible()
      },
    },
    {
      name: 'the form of a customer',
      async open(page) {
        await page.getByRole('button', { name: 'Edit' }).click()
        await expect(page.getByRole('dialog', { name: 'Edit customer' })).toBeVisible()
      },
    },
    {
      name: 'another record of a customer, to be compared',
      async open(page) {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Merge' }).click()
        await expect(page.getByRole('searchbox', { name: 'Search by name or email' }).last()).toBeVisible()
      },
    },
    {
      name: 'customers that no search finds',
      open: (page) =>
        openAsStaff(page, '/admin/customers?q=nobodyatall', 'No customers found matching your search.'),
    },
    {
      name: 'messages in the back office',
      open: openMessages,
    },
    {
      name: 'a message with an answer',
      async open(page) {
        await page.getByRole('link', { name: subject, exact: true }).first().click()
        await page.getByLabel('Answer').fill('Wash it by hand.')
        await page.getByRole('button', { name: 'Send answer' }).click()
        await expect(page.getByRole('list', { name: 'Answers' })).toBeVisible()
      },
    },
    {
      name: 'messages that no filter matches',
      open: (page) => openAsStaff(page, '/admin/messages?state=closed&q=nothing', 'No messages found'),
    },
  ),
]
