// @vitest-environment happy-dom
import { renderApp } from '@shop/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { headOf } from '../../server/heads'
import { informationPages } from './pages'
import routes from './routes'

afterEach(cleanup)

function open(path: string) {
  renderApp([{ HydrateFallback: () => null, children: routes }], { path })
  return screen.findByRole('heading', { level: 1 })
}

const noData = {
  product: () => Promise.resolve(null),
  category: () => Promise.resolve(null),
  settings: () => Promise.reject(new Error('not asked')),
  publicPaths: () => Promise.resolve([]),
  onChange: () => undefined,
  stop: () => Promise.resolve(),
  answers: () => Promise.resolve(false),
}

test.each(Object.entries(informationPages))(
  '%s opens under the same head as the server gives it',
  async (path, { title, description }) => {
    await open(path)
    expect(document.title).toBe(`${title} | Aurelle & Moss`)
    expect(await headOf(path, noData)).toMatchObject({ title: document.title, description })
  },
)

test('ten questions, told to search engines too', async () => {
  await open('/faq')
  expect(document.querySelectorAll('details')).toHaveLength(10)
  const facts: unknown = JSON.parse(
    document.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
  )
  expect(facts).toMatchObject({ '@type': 'FAQPage', mainEntity: { length: 10 } })
})
