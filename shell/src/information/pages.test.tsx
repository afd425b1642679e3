// @vitest-environment happy-dom
import { defaultSettings, type Settings } from '@shop/settings'
import { renderApp } from '@shop/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { informationPages } from './pages'
import routes from './routes'

afterEach(cleanup)

function open(path: string, settings?: Settings) {
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
  [{ coverage: 'uk' }, 'Northern Ireland and the islands', 'within the UK only'],
  [{ coverage: 'mainland' }, 'To mainland UK addresses only', 'to mainland UK addresses only'],
] as const)('with %j the pages of delivery and terms say where we deliver', async (delivery, page, terms) => {
  const settings = { ...defaultSettings, delivery }
  await open('/shipping', settings)
  expect(text()).toContain(page)
  expect(text()?.includes('Next day delivery is for')).toBe(delivery.coverage === 'uk')
  cleanup()
  await open('/terms', settings)
  expect(text()).toContain(`We deliver ${terms}.`)
})

test('free delivery begins where the setting says so', async () => {
  const settings = { ...defaultSettings, shipping: { ...defaultSettings.shipping, freeFrom: 40 } }
  for (const path of ['/shipping', '/faq', '/about']) {
    await open(path, settings)
    expect(text(), path).toContain('£40')
    expect(text(), path).not.toContain('£25')
    cleanup()
  }
})

test('the email address of the business is the one that the owner chose', async () => {
  const settings = { ...defaultSettings, business: { ...defaultSettings.business, email: 'ask@moss.co.uk' } }
  for (const path of ['/contact', '/privacy']) {
    await open(path, settings)
    expect(screen.getByRole('link', { name: 'ask@moss.co.uk' }).getAttribute('href')).toBe(
      'mailto:ask@moss.co.uk',
    )
    cleanup()
  }
})
