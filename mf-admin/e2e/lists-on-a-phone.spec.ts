import { expect } from '@playwright/test'
import { placeOrder } from '../../e2e/order-steps'
import { test } from '../../e2e/shop'
import { goInside, signInStaff } from '../../e2e/steps'

const lists = [
  'abandoned',
  'audit',
  'categories',
  'customers',
  'drafts',
  'email',
  'gift-cards',
  'low-stock',
  'messages',
  'orders',
  'parcels',
  'products',
  'promotions',
  'returns',
  'reviews',
  'search-words',
  'shipping',
  'staff',
]

test('on a phone every list of the back office begins within the first 400 pixels', async ({
  visitor: page,
}) => {
  await placeOrder(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await signInStaff(page)
  await page.goto('/admin/dashboard')
  const heading = page.getByRole('heading', { level: 1 })
  for (const list of lists) {
    const before = await heading.innerText()
    await goInside(page, `/admin/${list}`)
    await expect(heading).not.toHaveText(before)
    // A list without rows says so in their place.
    const first = page.locator('main').locator('tbody tr[data-row], li, h2').first()
    await expect(first).toBeVisible()
    const top = await first.evaluate(
      (element) => (element.closest('tr, li') ?? element.parentElement)?.getBoundingClientRect().top,
    )
    expect.soft(top, list).toBeLessThan(400)
  }
})

test('on a phone an order opens by a tap at the end of its row', async ({ visitor: page }) => {
  const number = await placeOrder(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await signInStaff(page)
  await page.goto('/admin/orders')
  const details = page.getByRole('link', { name: `View Details of ${number}` })
  await expect(details).toBeVisible()
  const box = await details.boundingBox()
  expect(box?.width).toBeGreaterThanOrEqual(44)
  expect(box?.height).toBeGreaterThanOrEqual(44)
  await details.click()
  await expect(page.getByRole('dialog', { name: new RegExp(number) })).toBeVisible()
})
