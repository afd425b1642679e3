// @vitest-environment happy-dom
import type { Settings } from '@shop/settings'
import { testSettings } from '@shop/settings/testing'
import { fakeSupabase, renderApp, type FakeSupabase } from '@shop/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { informationPages } from './pages'
import routes from './routes'

let fake: FakeSupabase
const method = (id: string, base_price: number, days: [number, number], features: string[] = []) => ({
  ...{ id, name: id, description: null, base_price, features, sort_order: base_price, is_active: true },
  ...{ estimated_days_min: days[0], estimated_days_max: days[1] },
})
const zone = (id: string, postcodes: string[], multiplier: number, position: number) => ({
  ...{ id, name: id, postcodes, multiplier, position, is_active: true },
})
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const free = { min_order_value: 25, shipping_method: 'Standard' }
  fake = fakeSupabase({
    tables: {
      shipping_methods: [
        method('Standard', 4.2, [4, 6]),
        method('Next day', 11, [1, 1], ['Order by 2PM Monday-Thursday']),
      ],
      shipping_zones: [
        zone('Mainland', ['SW'], 1, 1),
        zone('Borders', ['TD'], 1, 2),
        zone('Northern Ireland', ['BT'], 1.5, 3),
      ],
      shipping_rules: [
        {
          ...{ id: 'r1', name: 'Free', type: 'free_shipping', priority: 10, is_active: true },
          ...{ conditions: free, actions: { free_shipping: true } },
        },
        {
          ...{ id: 'r2', name: 'Mainland only', type: 'restriction', priority: 1, is_active: true },
          ...{ conditions: { shipping_method: 'Next day', excluded_postcodes: ['SW', 'TD'] }, actions: {} },
        },
      ],
    },
  })
})

const promising: Settings = { ...testSettings, freeDeliveryFrom: 25 }

function open(path: string, settings = promising) {
  renderApp([{ HydrateFallback: () => null, children: routes }], { path, settings })
  return screen.findByRole('heading', { level: 1 })
}

test.each(Object.entries(informationPages))('%s has its own title', async (path, { title }) => {
  await open(path)
  expect(document.title).toBe(`${title} | Aurelle & Moss`)
})

test('ten questions, also as structured data', async () => {
  await open('/faq')
  expect(document.querySelectorAll('details')).toHaveLength(10)
  const facts: unknown = JSON.parse(
    document.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
  )
  expect(facts).toMatchObject({ '@type': 'FAQPage', mainEntity: { length: 10 } })
})

const text = () => document.body.textContent

test.each([
  [{ coverage: 'uk' }, 'Northern Ireland and the islands', 'to the UK and the Isle of Man only'],
  [{ coverage: 'mainland' }, 'To mainland UK addresses only', 'to mainland UK addresses only'],
] as const)('with %j the pages of delivery and terms say where we deliver', async (delivery, page, terms) => {
  const settings = { ...testSettings, delivery }
  await open('/shipping', settings)
  expect(text()).toContain(page)
  cleanup()
  await open('/terms', settings)
  expect(text()).toContain(`We deliver ${terms}.`)
})

test('prices and days of delivery are those that the checkout charges', async () => {
  await open('/shipping')
  await screen.findByText('Orders under £25 before VAT pay £4.20.')
  for (const announced of ['4-6 business days', '£11.00', 'Order by 2PM Monday-Thursday.'])
    expect(text()).toContain(announced)
  expect(text()).toContain('Northern Ireland: Standard £6.30 (free from £25 before VAT)')
  expect(text()).not.toContain('Borders:')
  cleanup()
  await open('/faq')
  await waitFor(() => {
    expect(text()).toContain(
      'Standard delivery takes 4-6 business days and is free from £25 before VAT (under £25 pay £4.20). Next day delivery takes 1 business day for £11.00 if you order by 2PM Monday-Thursday.',
    )
  })
  cleanup()
  await open('/discretion')
  await screen.findByText('Next day, 1 business day, if you order by 2PM Monday-Thursday')
})

test('the Isle of Man is served, and named apart from the UK, of which it is not a part', async () => {
  await open('/shipping')
  expect(text()).toContain('Within the UK: the mainland, and also Northern Ireland and the islands.')
  expect(text()).toContain(
    'We deliver to the Isle of Man as well. We do not deliver to the Channel Islands, Gibraltar or any address abroad.',
  )
})

test('which methods do not reach every place is what the rules have', async () => {
  await open('/shipping')
  await screen.findByText(/Next day delivery does not reach all of them\./)
  cleanup()
  fake.tables.shipping_rules = fake.tables.shipping_rules?.filter(({ type }) => type !== 'restriction') ?? []
  await open('/shipping')
  await screen.findByText('Orders under £25 before VAT pay £4.20.')
  expect(text()).not.toContain('does not reach')
})

test('with delivery to the mainland only, no page offers more', async () => {
  const settings: Settings = { ...promising, delivery: { coverage: 'mainland' } }
  await open('/shipping', settings)
  await screen.findByText('Orders under £25 before VAT pay £4.20.')
  expect(text()).not.toContain('Northern Ireland')
  cleanup()
  await open('/faq', settings)
  expect(text()).toContain('We ship to mainland UK addresses only.')
  expect(text()).not.toContain('the shipping page has those')
})

test('while prices cannot be read, the page says so and keeps the rest', async () => {
  fake.fail({ under: '/rest/v1/shipping_methods' })
  await open('/shipping')
  await screen.findByText('Delivery prices could not be loaded', {}, { timeout: 3000 })
  expect(text()).toContain('We dispatch within 1-2 business days.')
  fake.recover()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Orders under £25 before VAT pay £4.20.')
})

test('free delivery begins where the rules have it', async () => {
  const settings = { ...testSettings, freeDeliveryFrom: 40 }
  for (const path of ['/shipping', '/faq', '/about']) {
    await open(path, settings)
    expect(text(), path).toContain('£40')
    expect(text(), path).not.toContain('£25')
    cleanup()
  }
})

test.each([
  [undefined, /free from|how close you are|free uk/i],
  [0, /from £0/],
])('where delivery is free from %s no page says otherwise', async (freeDeliveryFrom, otherwise) => {
  if (freeDeliveryFrom === undefined) fake.tables.shipping_rules = []
  else for (const one of fake.tables.shipping_methods ?? []) one.base_price = 0
  const settings = { ...testSettings, freeDeliveryFrom }
  for (const path of ['/shipping', '/faq', '/about', '/discretion']) {
    await open(path, settings)
    if (path === '/shipping')
      await screen.findByText(freeDeliveryFrom === undefined ? 'Plain and tracked.' : '4-6 business days')
    expect(text(), path).not.toMatch(otherwise)
    cleanup()
  }
})

test('the email address of the business is the one that the owner chose', async () => {
  const settings = { ...testSettings, business: { ...testSettings.business, email: 'ask@moss.co.uk' } }
  for (const path of ['/contact', '/privacy']) {
    await open(path, settings)
    expect(screen.getByRole('link', { name: 'ask@moss.co.uk' })).toHaveAttribute(
      'href',
      'mailto:ask@moss.co.uk',
    )
    cleanup()
  }
})
