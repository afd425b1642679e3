import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SiteProvider } from './site-context'
import { StructuredData } from './structured-data'

const site = { siteUrl: 'https://shop.test', backendUrl: 'https://backend.test' }

test('paths become URLs of the shop, uploads URLs of the backend, other texts stay', () => {
  const upload = '/storage/v1/object/public/product-images/a-1280.webp'
  const data = {
    '@type': 'Product' as const,
    name: '</script>',
    url: '/products/halo-ring',
    image: ['/media/halo-ring-1.webp', upload, 'https://cdn.example/a.webp', '//cdn.example/b.webp'],
  }
  const markup = renderToStaticMarkup(
    createElement(SiteProvider, { value: site }, createElement(StructuredData, { data })),
  )
  expect(markup).not.toContain('</script></script>')
  expect(JSON.parse(markup.replace(/^<script[^>]*>|<\/script>$/g, ''))).toMatchObject({
    name: '</script>',
    url: 'https://shop.test/products/halo-ring',
    image: [
      'https://shop.test/media/halo-ring-1.webp',
      `https://backend.test${upload}`,
      'https://cdn.example/a.webp',
      '//cdn.example/b.webp',
    ],
  })
})
