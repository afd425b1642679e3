import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open, signInStaff } from '../../e2e/steps'

test('staff change the order of the categories, and the shop shows them in it', async ({ adult: page }) => {
  await signInStaff(page)
  const shown = async () => {
    await open(page, '/categories')
    const names = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    return names.filter((name) => ['Accessories', 'Luxury Toys'].includes(name))
  }
  expect(await shown()).toEqual(['Luxury Toys', 'Accessories'])
  const move = async (direction: 'up' | 'down') => {
    await open(page, '/admin/categories')
    await page.getByRole('button', { name: 'Change order' }).click()
    const order = page.getByRole('dialog', { name: 'Order of the categories', exact: true })
    await order.getByRole('button', { name: `Move Accessories ${direction}` }).focus()
    await page.keyboard.press(direction === 'up' ? 'ArrowUp' : 'ArrowDown')
    await page.keyboard.press(direction === 'up' ? 'ArrowUp' : 'ArrowDown')
    await order.getByRole('button', { name: 'Save order' }).click()
    await expect(page.getByText('The order of the categories is saved.')).toBeVisible()
  }
  await move('up')
  await expect.poll(shown).toEqual(['Accessories', 'Luxury Toys'])
  await move('down')
  await expect.poll(shown).toEqual(['Luxury Toys', 'Accessories'])
})
