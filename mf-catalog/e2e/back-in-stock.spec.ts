import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { storeShopperSession } from '../../e2e/people'
import { test } from '../../e2e/shop'
import { emailsTo, uniqueEmail, open } from '../../e2e/steps'

const thanks = 'Thank you. We’ll email you once, as soon as it’s back.'

test('a subscriber gets one discreet email when the product is back in stock, and none the next time', async ({
  adult: page,
  staff,
  baseURL,
}) => {
  const stock = await staff.stockOf('halo-ring')
  const email = uniqueEmail('waiting')
  try {
    await staff.setStock('halo-ring', 0)
    await expect
      .poll(async () => (await page.request.get('/products/halo-ring')).text())
      .toContain('Currently sold out')
    await open(page, '/products/halo-ring')
    const room = page.getByRole('region', { name: 'Email me when it’s back' })
    await room.getByLabel('Email').fill('nobody@nowhere')
    await room.getByRole('button', { name: 'Email me when it’s back' }).click()
    await expect(room.getByText('Email is invalid.')).toBeVisible()
    await room.getByLabel('Email').fill(email)
    await room.getByRole('button', { name: 'Email me when it’s back' }).click()
    await expect(room.getByText(thanks)).toBeFocused()
    expect(await emailsTo(baseURL, email)).toEqual([])

    await staff.setStock('halo-ring', 7)
    await expect.poll(() => emailsTo(baseURL, email)).toHaveLength(1)
    const [mail] = await emailsTo(baseURL, email)
    expect(mail?.subject).toBe('Something you asked for is back')
    expect(mail?.text).toContain('/products/halo-ring')
    expect(`${mail?.subject ?? ''}${mail?.text ?? ''}`).not.toContain('Halo')
    await staff.setStock('halo-ring', 0)
    await staff.setStock('halo-ring', 7)
    await open(page, '/products/halo-ring')
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeEnabled()
    expect(await emailsTo(baseURL, email)).toHaveLength(1)
  } finally {
    await staff.setStock('halo-ring', stock)
  }
})

test('a shopper who waits for one size is notified of that size alone, and the email opens the page with it chosen', async ({
  adult: page,
  staff,
  baseURL,
}) => {
  const slug = `robe-${randomUUID()}`
  const sizes = await staff.addSizes(slug, 'Linen Robe', { S: 3, M: 0, L: 0 })
  const email = uniqueEmail('size')
  await open(page, `/products/${slug}`)
  await page.getByRole('radio', { name: 'M, sold out' }).check()
  const room = page.getByRole('region', { name: 'Email me when it’s back' })
  await room.getByLabel('Email').fill(email)
  await room.getByRole('button', { name: 'Email me when it’s back' }).click()
  await expect(room.getByText(thanks)).toBeVisible()

  await staff.setSizeStock(sizes.L ?? '', 4)
  await staff.setSizeStock(sizes.M ?? '', 2)
  await expect.poll(() => emailsTo(baseURL, email)).toHaveLength(1)
  const [mail] = await emailsTo(baseURL, email)
  const link = /https?:\/\/\S+\/products\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(link).toBe(`${baseURL ?? ''}/products/${slug}?size=m`)
  await open(page, link)
  await expect(page.getByRole('radio', { name: 'M', exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Item has been added to your cart.')).toBeVisible()
  await open(page, '/cart')
  await expect(page.getByRole('group', { name: /^Quantity of .*, M$/ })).toBeVisible()
})

test('a signed-in customer need not enter their email', async ({ adult: page, staff }) => {
  const stock = await staff.stockOf('halo-ring')
  try {
    await staff.setStock('halo-ring', 0)
    await storeShopperSession(page)
    await open(page, '/products/halo-ring')
    await expect(page.getByRole('main').getByRole('textbox', { name: 'Email' })).toHaveValue(
      'shopper@aurelle.test',
    )
  } finally {
    await staff.setStock('halo-ring', stock)
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the form is sent, and the page shows the outcome', async ({ page, staff, baseURL }) => {
    const stock = await staff.stockOf('halo-ring')
    const email = uniqueEmail('waiting')
    try {
      await staff.setStock('halo-ring', 0)
      await expect
        .poll(async () => (await page.request.get('/products/halo-ring')).text())
        .toContain('Currently sold out')
      await page.goto('/products/halo-ring')
      await page.getByRole('main').getByRole('textbox', { name: 'Email' }).fill('imogen@example')
      await page.getByRole('button', { name: 'Email me when it’s back' }).click()
      await expect(page.getByText('Email is invalid.')).toBeVisible()
      await page.getByRole('main').getByRole('textbox', { name: 'Email' }).fill(email)
      await page.getByRole('button', { name: 'Email me when it’s back' }).click()
      await expect(page.getByText(thanks)).toBeVisible()
    } finally {
      await staff.setStock('halo-ring', stock)
    }
    await expect.poll(() => emailsTo(baseURL, email)).toHaveLength(1)
  })
})
