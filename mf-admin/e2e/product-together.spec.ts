import { expect, type Browser, type Page } from '@playwright/test'
import { edit, announced, save } from './product-form-steps'
import { placeOrder } from '../../e2e/order-steps'
import { test, type Staff } from '../../e2e/shop'
import { open, signInStaff, uniqueEmail } from '../../e2e/steps'

test.afterEach(async ({ staff }) => {
  await staff.removeCategory('shared')
})

/** Another person with a browser of their own. */
async function another(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage()
  await page.addInitScript(() => {
    sessionStorage.setItem('aurelle_age_confirmed', 'yes')
  })
  return page
}

/** Opens the form of a product by its name. */
async function editNamed(page: Page, name: string) {
  await open(page, `/admin/products?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(page.getByLabel('Product Name')).toHaveValue(name)
  return page.getByRole('dialog', { name: /Product/ })
}

const conflictIn = (page: Page) => page.getByRole('region', { name: 'Somebody else changed this' })
const addRobe = (staff: Staff) =>
  staff.addSizes(
    'shared-robe',
    'Shared Robe',
    { S: 3, M: 3 },
    { images: ['/media/ravel-silk-sash-1.webp', '/media/moss-velvet-pouch-1.webp'] },
  )

test('two people edit a product while a shopper buys it: nothing is lost, and the stock is right', async ({
  adult: page,
  browser,
  baseURL,
  staff,
}) => {
  await staff.addCategory('shared', 1)
  await staff.setStock('shared-001', 9)
  const other = await another(browser, baseURL)
  await Promise.all([signInStaff(page), signInStaff(other, 'admin')])
  const [mine, theirs] = [await edit(page, 'shared'), await edit(other, 'shared')]

  const email = uniqueEmail('meanwhile')
  await placeOrder(page, { email, slug: 'shared-001' })
  expect(await staff.stockOf('shared-001')).toBe(8)

  await theirs.getByLabel('Description', { exact: true }).fill('By them.')
  await theirs.getByLabel('Brand').fill('Their brand')
  await save(other)
  await announced(other, 'Product updated successfully.')
  await expect(conflictIn(other)).toHaveCount(0)

  await mine.getByLabel('Description', { exact: true }).fill('By me.')
  await mine.getByLabel('Stock Quantity').fill('11')
  await expect(mine.getByText('Adds 2 to what is in stock when you save.')).toBeVisible()
  await save(page)
  const conflict = conflictIn(page)
  await expect(conflict).toBeFocused()
  await expect(conflict).toContainText('Taken over from them: Brand.')
  await expect(conflict.getByRole('group')).toHaveCount(1)
  await expect(mine.getByLabel('Stock Quantity')).toHaveValue('10')
  await conflict.getByRole('radio', { name: /^Take theirs.*By them\./ }).check()
  await expect(mine.getByLabel('Description', { exact: true })).toHaveValue('By them.')
  await conflict.getByRole('radio', { name: /^Keep mine.*By me\./ }).check()
  await save(page)
  await announced(page, 'Product updated successfully.')
  expect(await staff.stockOf('shared-001')).toBe(10)
  await page.getByRole('link', { name: 'Piece 001', exact: true }).click()
  await expect(mine.getByLabel('Description', { exact: true })).toHaveValue('By me.')
  await expect(mine.getByLabel('Brand')).toHaveValue('Their brand')
  await expect(mine.getByLabel('Stock Quantity')).toHaveValue('10')
  expect((await staff.ordersOf(email)).map(({ items }) => items.map(({ sku }) => sku))).toEqual([
    ['shared-001'],
  ])
  await other.context().close()
})

test('options and pictures that two people changed are chosen field by field', async ({
  adult: page,
  browser,
  baseURL,
  staff,
}) => {
  await addRobe(staff)
  const other = await another(browser, baseURL)
  await Promise.all([signInStaff(page), signInStaff(other, 'admin')])
  const [mine, theirs] = [await editNamed(page, 'Shared Robe'), await editNamed(other, 'Shared Robe')]
  await theirs.getByLabel('Option', { exact: true }).fill('Cut')
  await theirs.getByRole('button', { name: 'Remove image 2' }).click()
  await save(other)
  await announced(other, 'Product updated successfully.')

  await mine.getByLabel('Option', { exact: true }).fill('Fit')
  await mine.getByRole('button', { name: 'Move image 2 up' }).click()
  await save(page)
  const conflict = conflictIn(page)
  await expect(conflict).toBeFocused()
  await expect(conflict.getByRole('group')).toHaveCount(2)
  const options = conflict.getByRole('group', { name: 'Options' })
  await expect(options.getByText('Fit: S, M')).toBeVisible()
  await expect(options.getByText('Cut: S, M')).toBeVisible()
  const pictures = conflict.getByRole('group', { name: 'Product Image' })
  await expect(pictures.getByRole('img')).toHaveCount(3)
  await pictures.getByRole('radio', { name: /^Take theirs/ }).check()
  await expect(
    mine.getByRole('list', { name: 'Product Image, in the order shown' }).getByRole('listitem'),
  ).toHaveCount(1)
  await options.getByRole('radio', { name: /^Take theirs/ }).check()
  await expect(mine.getByLabel('Option', { exact: true })).toHaveValue('Cut')
  await options.getByRole('radio', { name: /^Keep mine/ }).check()
  await save(page)
  await announced(page, 'Product updated successfully.')
  const saved = await editNamed(page, 'Shared Robe')
  await expect(saved.getByLabel('Option', { exact: true })).toHaveValue('Fit')
  await expect(saved.getByRole('button', { name: 'Remove image 2' })).toHaveCount(0)
  await other.context().close()
})

test('saving shows progress, and focuses the field of a variant that was rejected', async ({
  adult: page,
  staff,
}) => {
  await addRobe(staff)
  await signInStaff(page)
  const dialog = await editNamed(page, 'Shared Robe')
  const sku = dialog.getByRole('group', { name: 'M', exact: true }).getByLabel('SKU')
  await sku.fill('AM-ACC-008-M')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rest/v1/rpc/save_product*', async (route) => {
    await held
    await route.continue()
  })
  await save(page)
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible()
  release()
  await expect(sku).toBeFocused()
  await expect(sku).toHaveAttribute('aria-invalid', 'true')
  await expect(sku).toHaveAccessibleDescription(/AM-ACC-008-M/)
  await sku.fill('shared-robe-medium')
  await save(page)
  await announced(page, 'Product updated successfully.')
})

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, role: 'link' | 'textbox' | 'button', name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true })
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluateAll((found) => found.includes(document.activeElement as HTMLElement))) return
  }
  throw new Error(`Tab does not reach ${String(name)}`)
}

test('by keyboard alone a product is found, its pictures are ordered, and it is saved', async ({
  adult: page,
  staff,
}) => {
  await addRobe(staff)
  await signInStaff(page)
  await open(page, '/admin/products')
  await expect(page.getByRole('link', { name: /^Edit / }).first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('Shared Robe')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /^Edit / })).toHaveCount(1)
  await tabTo(page, 'link', 'Shared Robe')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Product Name')).toHaveValue('Shared Robe')
  await tabTo(page, 'button', /^Move image 1: drag/)
  await tabTo(page, 'textbox', 'Alt text of image 1')
  await page.keyboard.type('First')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: /^Move image 1: drag/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: /^Move image 2: drag/ })).toBeFocused()
  await expect(page.getByLabel('Alt text of image 2')).toHaveValue('First')
  await tabTo(page, 'textbox', 'Slug')
  await tabTo(page, 'textbox', 'Brand')
  await page.keyboard.type('By keys')
  await tabTo(page, 'button', 'Save Changes')
  await page.keyboard.press('Enter')
  await announced(page, 'Product updated successfully.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Shared Robe', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Alt text of image 2')).toHaveValue('First')
  await expect(page.getByLabel('Brand')).toHaveValue('By keys')
})
