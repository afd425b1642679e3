import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import { hydrated, signInStaff } from '../../e2e/steps'

// The patterns of the ARIA Authoring Practices, by keyboard alone.

async function openProducts(page: Page): Promise<void> {
  await signInStaff(page)
  await page.goto('/admin/products?sort=name')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
}
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('the list of products: menus, dialogs, rows, toasts and the command palette', async ({
  visitor: page,
}) => {
  test.slow()
  await openProducts(page)

  await test.step('menu: arrows, ends and letters move, Enter chooses, Escape and Tab close it', async () => {
    const button = page.getByRole('button', { name: /^More for / }).first()
    const menu = page.getByRole('menu')
    const current = async (name: string) => {
      const item = menu.getByRole('menuitem', { name, exact: true })
      await expect(menu).toHaveAttribute('aria-activedescendant', (await item.getAttribute('id')) ?? '')
    }
    await button.focus()
    await expect(button).toHaveAttribute('aria-haspopup', 'menu')
    await press(page, 'ArrowDown')
    await expect(menu).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await current('Stock')
    await press(page, 'ArrowDown')
    await current('Goes with')
    await press(page, 'End')
    await current('Delete')
    await press(page, 'Home')
    await current('Stock')
    await press(page, 'a')
    await current('Archive')
    await press(page, 'Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()

    await press(page, 'Enter')
    await expect(menu).toBeFocused()
    await press(page, 'Tab')
    await expect(menu).toBeHidden()

    await button.focus()
    await press(page, 'ArrowUp')
    await current('Delete')
    await press(page, 'Enter')
    await expect(page.getByRole('dialog', { name: 'Delete product' })).toBeVisible()
    await press(page, 'Escape')
    await expect(button).toBeFocused()
    // The button knows that it has the focus again.
    await press(page, 'Enter')
    await expect(menu).toBeFocused()
    await press(page, 'Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
  })

  await test.step('checkboxes of a menu: Space changes one and leaves the menu open', async () => {
    const header = page.getByRole('columnheader', { name: 'SKU' })
    await expect(header).toBeVisible()
    await page.getByRole('button', { name: 'Columns' }).focus()
    await press(page, 'Enter')
    const item = page.getByRole('menuitemcheckbox', { name: 'SKU' })
    await expect(item).toBeChecked()
    await page.keyboard.type('sku')
    await expect(item).toHaveAttribute('data-highlighted')
    await press(page, 'Enter')
    await expect(item).not.toBeChecked()
    await expect(header).toBeHidden()
    await press(page, 'Enter')
    await expect(item).toBeChecked()
    await press(page, 'Escape')
    await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()
  })

  await test.step('dialog: the focus is inside, Tab stays inside, Escape gives it back', async () => {
    const button = page.getByRole('button', { name: /^Delete / }).first()
    await button.focus()
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete product' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(dialog).toHaveAttribute('aria-modal', 'true')
    const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement))
    for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await press(page, key)
      await expect.poll(isInside).toBe(true)
    }
    await press(page, 'Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
  })

  await test.step('rows: arrows move among them, with Shift they select, Escape selects none', async () => {
    const box = (row: number) => page.getByRole('row').nth(row).getByRole('checkbox')
    await box(1).focus()
    await press(page, 'Space')
    await expect(box(1)).toBeChecked()
    await press(page, 'Shift+ArrowDown')
    await expect(box(2)).toBeFocused()
    await expect(box(2)).toBeChecked()
    await expect(page.getByText('2 selected')).toBeVisible()
    await press(page, 'Escape')
    await expect(box(1)).not.toBeChecked()
    await press(page, 'End')
    await expect(page.getByRole('row').last().getByRole('checkbox')).toBeFocused()
  })

  await test.step('toasts: said politely, F8 leads to them, Dismiss gives the focus back', async () => {
    const views = page.getByRole('button', { name: 'Views', exact: true })
    await views.focus()
    await press(page, 'Enter')
    await expect(page.getByRole('menu')).toBeFocused()
    const item = page.getByRole('menuitem', { name: 'Save this view' })
    await page.keyboard.type('save')
    await expect(item).toHaveAttribute('data-highlighted')
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Save this view' })
    await dialog.getByLabel('Name').focus()
    await page.keyboard.type(`Keys ${String(Date.now())}`)
    await press(page, 'Enter')
    await expect(dialog).toBeHidden()
    const toast = page.getByRole('region', { name: 'Notifications' })
    await expect(toast.getByRole('status')).toBeVisible()
    const saved = page.getByRole('button', { name: /^View: Keys/ })
    await expect(saved).toBeFocused()
    await press(page, 'F8')
    await expect(toast.getByRole('button', { name: 'Dismiss' })).toBeFocused()
    await press(page, 'Enter')
    await expect(saved).toBeFocused()
    await expect(toast.getByRole('status')).toBeHidden()
  })

  await test.step('combobox and listbox: the field keeps the focus, arrows move the option, Enter opens it', async () => {
    await press(page, 'Control+k')
    const field = page.getByRole('combobox', { name: 'Find anything' })
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    const isCurrent = async (place: number) => {
      const option = options.nth(place)
      await expect(option).toHaveAttribute('aria-selected', 'true')
      await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
    }
    await isCurrent(0)
    await press(page, 'ArrowDown')
    await isCurrent(1)
    await press(page, 'End')
    await isCurrent((await options.count()) - 1)
    await press(page, 'ArrowDown')
    await isCurrent(0)
    await expect(field).toBeFocused()
    await page.keyboard.type('returns')
    await expect(options.first()).toContainText('Returns')
    await press(page, 'Enter')
    await expect(page).toHaveURL('/admin/returns')
  })
})

test('tabs: one stop of Tab, arrows and ends choose', async ({ visitor: page }) => {
  await page.goto('/auth')
  await hydrated(page)
  const tab = (name: string) => page.getByRole('tab', { name })
  const isChosen = async (name: string) => {
    await expect(tab(name)).toBeFocused()
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
  }
  await tab('Sign In').focus()
  await isChosen('Sign In')
  await press(page, 'ArrowRight')
  await isChosen('Sign Up')
  await press(page, 'ArrowRight')
  await isChosen('Sign In')
  await press(page, 'End')
  await isChosen('Sign Up')
  await press(page, 'Home')
  await isChosen('Sign In')
  await press(page, 'Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()
})
