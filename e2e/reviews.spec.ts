import { expect } from '@playwright/test'
import { oneOf } from '@shop/testing/sample'
import { allWidths, expectAccessible } from './axe'
import { placeOrder } from './order-steps'
import { sweep } from './service-calls'
import { test } from './shop'
import { emailsTo, open, signInStaff, uniqueEmail } from './steps'

test('a buyer is asked by email and writes a review; staff approve it, and the product shows it', async ({
  visitor: page,
  staff,
  baseURL,
  shop,
}) => {
  const email = uniqueEmail('review')
  await staff.sendParcel(await placeOrder(page, { email, slug: 'vesper-bedside-dish' }), 'delivered')
  await sweep(shop)
  let link = ''
  await expect
    .poll(async () => {
      const emails = await emailsTo(baseURL, email)
      const asking = emails.find(({ subject }) => subject.startsWith('What do you think of your order'))
      link = /\/review\?token=\w+/.exec(asking?.text ?? '')?.[0] ?? ''
      return link
    })
    .not.toBe('')

  await open(page, link)
  const form = page.getByRole('form', { name: 'Review of Vesper Bedside Dish' })
  await form.getByRole('button', { name: 'Send review' }).click()
  await expect(form.getByText('Choose one to five stars.')).toBeVisible()
  await expectAccessible(page, oneOf(allWidths, 'the form of a review'))
  await form.getByText('4 stars', { exact: true }).click()
  await form.getByLabel('What do you think of it?').fill('Heavier than it looks, and lovely to hold.')
  await form.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText('We’ll read it soon')).toBeVisible()
  await open(page, '/products/vesper-bedside-dish')
  await expect(page.getByRole('region', { name: 'Reviews' })).toHaveCount(0)

  await signInStaff(page, 'moderator')
  await open(page, '/admin/reviews')
  await page.getByRole('button', { name: /^Approve .* review of Vesper Bedside Dish/ }).click()
  await expect(page.getByText('The review is shown in the shop.')).toBeVisible()

  await expect
    .poll(async () => (await page.request.get('/products/vesper-bedside-dish')).text())
    .toContain('Heavier than it looks')
  await open(page, '/products/vesper-bedside-dish')
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(reviews.getByText('4 out of 5, from 1 review')).toBeVisible()
  await expect(reviews.getByText(/Bought here/)).toBeVisible()
  await expectAccessible(page, oneOf(allWidths, 'the reviews of a product'))
})
