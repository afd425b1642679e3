import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open, addToCartByForm } from '../../e2e/steps'

test('removing a line and undoing it by keyboard restores its quantity and position', async ({
  adult: page,
}) => {
  await addToCartByForm(page, 'moss-balm')
  await addToCartByForm(page, 'riva-pebble')
  await open(page, '/cart')
  await page
    .getByRole('group', { name: 'Quantity of Moss Balm' })
    .getByRole('button', { name: 'Increase quantity' })
    .click()
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Moss Balm' })).toHaveValue('2')
  const remove = page.getByRole('button', { name: 'Remove Moss Balm' })
  await remove.press('Enter')
  await expect(remove).toBeHidden()
  await expect(page.getByRole('button', { name: 'Remove Riva Pebble' })).toBeFocused()
  await expect(page.getByText('Removed from cart')).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(remove).toBeFocused()
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Moss Balm' })).toHaveValue('2')
  await expect(page.getByRole('link', { name: /^Cart, 3 items/ })).toBeVisible()
  await expect(page.getByRole('spinbutton').first()).toHaveAccessibleName('Quantity of Moss Balm')
  await page.reload()
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Moss Balm' })).toHaveValue('2')
  await expect(page.getByRole('spinbutton').first()).toHaveAccessibleName('Quantity of Moss Balm')
})
