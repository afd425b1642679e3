import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open, signInStaff } from '../../e2e/steps'

test.beforeEach(async ({ page }) => {
  await signInStaff(page)
})

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Deletes a record of the open tab after the question. */
async function remove(page: Page, kind: string, name: string): Promise<void> {
  await press(page, `Delete ${name}`)
  const question = page.getByRole('dialog', { name: `Delete ${kind.toLowerCase()}` })
  await expect(question).toContainText(`Are you sure you want to delete this ${kind.toLowerCase()}?`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`${kind} deleted successfully.`)).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
}

// Nothing here changes what other journeys pay: the zone and method are inactive, the rule is for carts that nobody has.
test('a zone and a method from their creation to their deletion', async ({ adult: page }) => {
  await open(page, '/admin/shipping')
  await page.getByRole('link', { name: 'Add Zone' }).click()
  await page.getByLabel('Zone Name').fill('Far isle')
  await page.getByRole('textbox', { name: 'Postcodes' }).fill('ZE91, N1 0*')
  await page.getByLabel('Multiplier').fill('2.5')
  await page.getByRole('switch', { name: /^Active/ }).press('Space')
  await press(page, 'Create Zone')
  await expect(page.getByText(/"N1 0\*" is no postcode area/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Postcodes' }).fill('ZE91, ZE92, ZE93, ZE94')
  await press(page, 'Create Zone')
  await expect(page.getByText('Zone created successfully.')).toBeVisible()
  await expect(row(page, 'Far isle')).toContainText('ZE91, ZE92, ZE93 +1 more')
  await expect(row(page, 'Far isle')).toContainText('2.5x')
  await page.getByRole('link', { name: 'Edit Far isle' }).click()
  await page.getByLabel('Description').fill('Beyond the others')
  await press(page, 'Save Changes')
  await expect(page.getByText('Zone updated successfully.')).toBeVisible()
  await expect(row(page, 'Far isle')).toContainText('Beyond the others')
  await remove(page, 'Zone', 'Far isle')

  await page.getByRole('link', { name: 'Methods', exact: true }).click()
  await page.getByRole('link', { name: 'Add Method' }).click()
  await page.getByLabel('Method Name').fill('By boat')
  await page.getByLabel('Base Price (GBP)').fill('12.5')
  await page.getByLabel('Minimum Days').fill('9')
  await page.getByRole('switch', { name: /^Active/ }).press('Space')
  await press(page, 'Create Method')
  await expect(page.getByText('Maximum days must be the minimum days or more.')).toBeVisible()
  await page.getByLabel('Maximum Days').fill('12')
  await press(page, 'Create Method')
  await expect(page.getByText('Method created successfully.')).toBeVisible()
  await expect(row(page, 'By boat')).toContainText('£12.50')
  await expect(row(page, 'By boat')).toContainText('9-12 days')
  await remove(page, 'Method', 'By boat')
})

test('a rule is tried before it is saved, charged the same afterwards, and deleted', async ({
  adult: page,
}) => {
  await open(page, '/admin/shipping?tab=rules')
  await page.getByRole('link', { name: 'Add Rule' }).click()
  await page.getByLabel('Rule Name').fill('For palaces')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('surcharge')
  await page.getByLabel('Orders from (£)').fill('900000')
  await page.getByLabel('Actions (JSON)').fill('{\n  "surcharge_amount": 2,\n}')
  await expect(page.getByText('Line 3: There is a comma too many before the end.')).toBeVisible()
  await press(page, 'Create Rule')
  await expect(page.getByLabel('Actions (JSON)')).toBeFocused()
  await page.getByLabel('Actions (JSON)').fill('{ "surcharge_amount": 2 }')
  await expect(page.getByLabel('Surcharge (£)')).toHaveValue('2')

  await page.getByText('Try it', { exact: true }).click()
  await page.getByLabel('Order value (£)').fill('900000')
  const express = page.getByRole('group').filter({ hasText: 'Express' }).last()
  await expect(express).toContainText('£4.99 before, now £6.99')
  await press(page, 'Create Rule')
  await expect(page.getByText('Rule created successfully.')).toBeVisible()
  await page.getByRole('link', { name: 'Simulator' }).click()
  await expect(page.getByText('The checkout comes to the same prices.')).toBeVisible()
  await expect(page.getByText('Surcharge of £2.00: £6.99')).toBeVisible()
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  await remove(page, 'Rule', 'For palaces')
})
