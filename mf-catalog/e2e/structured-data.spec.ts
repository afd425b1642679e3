import { expect, type APIRequestContext } from '@playwright/test'
import { placeOrder } from '../../e2e/order-steps'
import { test } from '../../e2e/shop'
import { uniqueEmail } from '../../e2e/steps'

interface Facts {
  '@context': string
  '@type': string
  [name: string]: unknown
}

/** The structured data of a page by type, as the server sends it. */
async function factsOf(
  request: APIRequestContext,
  path: string,
): Promise<{ html: string; facts: Map<string, Facts> }> {
  const html = await (await request.get(path)).text()
  const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']): Facts => JSON.parse(json),
  )
  expect(new Set(data.map((fact) => fact['@type'])).size, `${path} says each thing once`).toBe(data.length)
  return { html, facts: new Map(data.map((fact) => [fact['@type'], fact])) }
}

const addresses = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        ['url', 'item', 'image', 'logo'].includes(name) && typeof inner === 'string'
          ? [inner]
          : addresses(inner),
      )
    : []

const pages: [path: string, types: string[]][] = [
  ['/', ['OnlineStore', 'WebSite']],
  ['/products', ['BreadcrumbList', 'CollectionPage']],
  ['/products/riva-pebble', ['BreadcrumbList', 'Product']],
  ['/categories', ['BreadcrumbList', 'CollectionPage']],
  ['/categories/accessories', ['BreadcrumbList', 'CollectionPage']],
  ['/faq', ['BreadcrumbList', 'FAQPage']],
  ['/about', ['BreadcrumbList']],
  ['/shipping', ['BreadcrumbList']],
]

for (const [path, types] of pages) {
  test(`${path} has structured data of ${types.join(' and ')}, and Open Graph metadata`, async ({
    request,
    baseURL,
  }) => {
    const { html, facts } = await factsOf(request, path)
    expect([...facts.keys()].sort()).toEqual(types)
    for (const fact of facts.values()) {
      expect(fact['@context']).toBe('https://schema.org')
      expect(addresses(fact).filter((address) => !address.startsWith(baseURL ?? ''))).toEqual([])
    }
    const meta = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]+)">`).exec(html)?.[1] ?? ''
    for (const name of ['og:title', 'og:description', 'og:type', 'og:site_name', 'twitter:card'])
      expect(meta(name), name).not.toBe('')
    expect(meta('og:url')).toBe(new URL(path, baseURL).href)
    const picture = await request.get(meta('og:image'))
    expect(picture.headers()['content-type']).toMatch(/^image\//)
  })
}

test('the price in the structured data is the price that is charged', async ({
  adult: page,
  request,
  staff,
}) => {
  const { facts } = await factsOf(request, '/products/atelier-gift-box')
  const offers = facts.get('Product')?.offers
  const price =
    typeof offers === 'object' && offers !== null && 'price' in offers ? Number(offers.price) : Number.NaN
  const email = uniqueEmail('machines')
  await placeOrder(page, { email })
  const [order] = await staff.ordersOf(email)
  expect(Number(order?.subtotal) + Number(order?.tax_amount)).toBeCloseTo(price, 5)
})

test('a sold-out product is out of stock in the structured data too', async ({ request }) => {
  const { facts } = await factsOf(request, '/products/ovo-moss')
  expect(facts.get('Product')?.offers).toMatchObject({
    '@type': 'Offer',
    priceCurrency: 'GBP',
    availability: 'https://schema.org/OutOfStock',
  })
})

test('the sitemap lists the pages, and robots.txt the sitemap', async ({ request, baseURL }) => {
  const robots = await (await request.get('/robots.txt')).text()
  const sitemap = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? ''
  expect(sitemap).toBe(new URL('/sitemap.xml', baseURL).href)
  const xml = await (await request.get(sitemap)).text()
  const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  expect(listed).toContain(new URL('/products/riva-pebble', baseURL).href)
  for (const address of listed) expect((await request.get(address)).status(), address).toBe(200)
})
