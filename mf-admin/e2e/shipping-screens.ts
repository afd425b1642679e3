import { expect } from '@playwright/test'
import { openAsStaff } from './open-as-staff'
import { visit, type Screen } from '../../e2e/screens'

/** The screens of delivery in the back office. */
export const shippingScreens: Screen[] = [
  visit(
    {
      name: 'zones of delivery',
      open: (page) => openAsStaff(page, '/admin/shipping', 'Takes all other postcodes'),
    },
    {
      name: 'methods of delivery',
      open: (page) => openAsStaff(page, '/admin/shipping?tab=methods', '£9.99'),
    },
    {
      name: 'rules of delivery',
      open: (page) => openAsStaff(page, '/admin/shipping?tab=rules', 'Restriction'),
    },
    {
      name: 'the simulator of delivery',
      open: (page) =>
        openAsStaff(page, '/admin/shipping?tab=simulator', 'The checkout comes to the same prices.'),
    },
    {
      name: 'the form of a rule of delivery, tried',
      async open(page) {
        await openAsStaff(page, '/admin/shipping?tab=rules&edit=new', 'Add Rule')
        await page.getByLabel('Surcharge (£)').fill('2')
        await page.getByLabel('Conditions (JSON)').fill('{ "weekday": 1 }')
        await page.getByText('Try it', { exact: true }).click()
        await page.locator('summary').filter({ hasText: 'Express' }).click()
        await expect(page.getByText('Surcharge of £2.00: £6.99')).toBeVisible()
      },
    },
  ),
]
