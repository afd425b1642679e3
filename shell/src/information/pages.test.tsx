// @vitest-environment happy-dom
import { renderApp } from '@shop/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { metadataOf } from '../../server/page-metadata'
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
  movedTo: () => Promise.resolve(null),
  settings: () => Promise.reject(new Error('not asked')),
  publicPaths: () => Promise.resolve([]),
  onChange: () => undefined,
  stop: () => Promise.resolve(),
  isReachable: () => Promise.resolve(false),
}

test.each(Object.entries(informationPages))(
  '%s has the same metadata in the browser as from the server',
  async (path, { title, description }) => {
    await open(path)
    expect(document.title).toBe(`${title} | Aurelle & Moss`)
    expect(await metadataOf(path, noData)).toMatchObject({ title: document.title, description })
  },
)

test('ten questions, also as structured data', async () => {
  await open('/faq')
  expect(document.querySelectorAll('details')).toHaveLength(10)
  const facts: unknown = JSON.parse(
    document.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
  )
  expect(facts).toMatchObject({ '@type': 'FAQPage', mainEntity: { length: 10 } })
})
