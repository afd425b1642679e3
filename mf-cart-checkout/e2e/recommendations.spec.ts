import { expect } from '@playwright/test'
import { watchLayoutShifts } from '../../e2e/layout-shifts'
import { test } from '../../e2e/shop'
import { addToCartByForm } from '../../e2e/steps'

test('what goes with the cart comes with the page, hydrates on its own and is added to it', async ({
  adult: page,
}) => {
  const errors: string[] = []
  const reads: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('request', (request) => {
    if (request.url().includes('/rpc/companions_of')) reads.push(request.postData() ?? '')
  })
  const expectNoShift = await watchLayoutShifts(page)
  await addToCartByForm(page, 'moss-balm')
  const code = page.waitForResponse(/\/js\/rare-recommendations/)
  const document = await page.goto('/cart')
  expect(await document?.text()).toContain('Goes well with it')
  await (await code).finished()
  const add = page.getByRole('button', { name: /^Add to cart: / }).first()
  const name = (await add.getAttribute('aria-label'))?.replace('Add to cart: ', '') ?? ''
  await expectNoShift('the cart')
  expect(reads).toEqual([])
  // Its heart answers once it is hydrated; from then on no form is posted.
  const listed = page.getByRole('button', { name: `Remove ${name} from wishlist` })
  await expect(async () => {
    if (!(await listed.isVisible()))
      await page.getByRole('button', { name: `Add ${name} to wishlist` }).click()
    await expect(listed).toBeVisible({ timeout: 1000 })
  }).toPass()
  page.on('domcontentloaded', () => errors.push('The document was loaded again'))
  await add.click()
  await expect(page.getByRole('spinbutton', { name: `Quantity of ${name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Add to cart: ${name}` })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Add to cart: / }).first()).toBeVisible()
  expect(errors).toEqual([])
})
