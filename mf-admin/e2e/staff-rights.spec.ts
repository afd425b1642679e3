import { expect, type Page } from '@playwright/test'
import { openAsStaff } from './open-as-staff'
import { callAsService } from '../../e2e/service-calls'
import { test } from '../../e2e/shop'
import { staffCalls } from '../../e2e/staff-calls'
import { goInside, open, signInStaff } from '../../e2e/steps'

const nothing = '00000000-0000-4000-8000-000000000000'

/** A call that needs each right and changes nothing even when it is allowed. */
const calls: Record<string, [method: string, path: string, data?: object]> = {
  catalogue: ['POST', 'rpc/save_category', { p_fields: { name: '' } }],
  orders: ['PATCH', `orders?id=eq.${nothing}`, { status: 'pending' }],
  messages: ['POST', 'rpc/retry_mail', { p_id: nothing }],
  shipping: ['PATCH', `shipping_zones?id=eq.${nothing}`, { name: 'Nowhere' }],
  promotions: ['PATCH', `promotions?id=eq.${nothing}`, { is_active: false }],
  gift_cards: ['POST', 'rpc/issue_gift_card', { p_pence: 0 }],
  settings: ['PATCH', 'shop_settings?key=eq.no.such.setting', { value: 1 }],
}
const all = Object.keys(calls)
const enforced = {
  admin: all,
  moderator: ['orders', 'messages'],
}
const sidebarOf = (page: Page) => page.getByRole('navigation', { name: 'Back office' })

/** What only members with the right to the catalogue see, by screen, with a text that all see there. */
const faces: [path: string, seen: string | RegExp, find: (page: Page) => ReturnType<Page['getByRole']>[]][] =
  [
    [
      '/admin/products?q=AM-ACC-008',
      'Hours Silk Robe',
      (page) => [
        page.getByRole('link', { name: 'Add product' }),
        page.getByRole('link', { name: 'Import' }),
        page.getByRole('link', { name: 'Edit Hours Silk Robe' }),
        page.getByRole('button', { name: 'More for Hours Silk Robe' }),
        page.getByRole('checkbox', { name: 'Select Hours Silk Robe' }),
      ],
    ],
    [
      '/admin/categories',
      'Luxury Toys',
      (page) => [
        page.getByRole('link', { name: 'Add Category' }),
        page.getByRole('link', { name: 'Edit Luxury Toys' }),
      ],
    ],
    [
      '/admin/scan?code=AM-ACC-008-M',
      'on hand',
      (page) => [page.getByRole('button', { name: 'Update stock' })],
    ],
    [
      '/admin/low-stock',
      /at or below their threshold$/,
      (page) => [page.getByRole('button', { name: /^Change stock of/ }).first()],
    ],
  ]

// What a super admin sees and does, the other journeys of the back office show.
for (const [setting, role] of [
  ['enforced', 'admin'],
  ['enforced', 'moderator'],
  // The others have all rights in any case.
  ['equal', 'moderator'],
] as const) {
  test(`with roles ${setting} a ${role} sees and does what the role includes`, async ({ page }) => {
    const owner = await staffCalls(page.request, 'super_admin')
    if (setting === 'equal')
      expect(await owner('POST', 'shop_settings', { key: 'staff.roles', value: 'equal' })).toMatchObject({
        status: 201,
      })
    try {
      const rights = setting === 'equal' ? all : enforced[role]
      const call = await staffCalls(page.request, role)
      for (const [right, attempt] of Object.entries(calls)) {
        const response = await call(...attempt)
        expect(response.status === 403, `${right}: ${JSON.stringify(response)}`).toBe(!rights.includes(right))
        if (response.status === 403) expect(response.message).toMatch(/^Your role does not allow this\./)
      }

      await signInStaff(page, role)
      await open(page, '/admin/products')
      await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
      for (const [path, seen, find] of faces) {
        await openAsStaff(page, path, seen)
        for (const face of find(page)) await expect(face).toHaveCount(rights.includes('catalogue') ? 1 : 0)
      }
      for (const screen of ['Orders', 'Customers'])
        await expect(sidebarOf(page).getByRole('listitem').filter({ hasText: screen })).toHaveCount(1)
      await expect(sidebarOf(page).getByRole('listitem').filter({ hasText: 'Shipping' })).toHaveCount(
        rights.includes('shipping') ? 1 : 0,
      )
      await goInside(page, '/admin/products/import')
      await expect(
        rights.includes('catalogue')
          ? page.getByLabel('CSV file')
          : page.getByRole('heading', { name: 'Your role does not include this' }),
      ).toBeVisible()
    } finally {
      if (setting === 'equal') await owner('DELETE', 'shop_settings?key=eq.staff.roles')
    }
  })
}

test('a member who is dismissed with a form open is told so at the next call, and can do nothing', async ({
  page,
  shop,
}) => {
  const call = await staffCalls(page.request, 'admin')
  await signInStaff(page, 'admin', 'own')
  await open(page, '/admin/products?q=AM-ACC-008')
  await page.getByRole('link', { name: 'Edit Hours Silk Robe' }).click()
  await page.getByLabel('Brand').fill('By nobody')
  // Members are managed by the service alone.
  const setActive = (is_active: boolean) =>
    callAsService(shop, 'PATCH', 'admin_users?first_name=eq.Imogen', { is_active })
  await setActive(false)
  try {
    // The next call may also be one in the background, which takes the form away before it is pressed.
    await page.getByRole('button', { name: 'Save Changes' }).evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click()
    })
    await expect(page).toHaveURL(/\/admin\/login$/)
    await expect(
      page.getByText('Your access to the back office has ended. A super admin can tell you more.'),
    ).toBeVisible()
    expect(await call('POST', 'rpc/save_category', { p_fields: { name: 'By nobody' } })).toEqual({
      status: 403,
      message: 'Access denied. Admin credentials required.',
    })
  } finally {
    await setActive(true)
  }
})
