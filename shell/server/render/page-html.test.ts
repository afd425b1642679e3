import { testSettings } from '@shop/settings/testing'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { errorPage } from './error-pages'
import { offlinePage } from './offline-page'
import { metadata } from '../../src/page-metadata'
import { pageHtml, type HtmlPage, type PageInput } from './page-html'

const withMarkup = `</title></script><script>alert("1")</script><!-- ' & \u2028\u2029`
const page = (input: Partial<PageInput> = {}) =>
  pageHtml({
    metadata: metadata('Title', 'Description'),
    pathname: '/products/riva',
    siteUrl: 'http://shop.test',
    rendered: null,
    crumbs: null,
    showsQrCodes: false,
    scripts: ['/assets/index.js'],
    pageScripts: ['/releases/mf-catalog/v1/entry.js'],
    supabaseUrl: 'http://backend.test',
    backendUrl: 'http://backend.test',
    supabaseKey: 'public',
    releaseSet: { id: 'one', remotes: {} },
    settings: testSettings,
    dev: null,
    ...input,
  })
const rendered = {
  status: 200,
  markup: '<header>Shop</header><main>Page</main>',
  head: '<title>Rendered</title>',
  styles: [{ attributes: 'data-emotion="css a"', css: '.a>b{color:"red"}' }],
  state: { data: withMarkup, routes: [], crumbs: [] },
  subject: null,
  cacheable: true,
}
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const contentsOf = (html: string, element: RegExp) => [...html.matchAll(element)].map(([, text = '']) => text)

function expectAllowed({ html, policy }: HtmlPage) {
  const scripts = contentsOf(html, /<script>([\s\S]*?)<\/script>/g)
  const styles = contentsOf(html, /<style[^>]*>([\s\S]*?)<\/style>/g)
  expect([scripts.length > 0, styles.length > 0]).toEqual([true, true])
  for (const content of [...scripts, ...styles]) expect(policy).toContain(hashOf(content))
  expect(policy).not.toContain('unsafe')
}

test('a page with a remote from source in a deployed shop says so and leads there', async () => {
  const inShop = { remote: 'mf-catalog', shop: 'https://shop.example' }
  const { html } = await page({ dev: { origins: ['http://127.0.0.1:3005'], preamble: '1', inShop } })
  expect(html).toContain('mf-catalog from source in shop.example')
  expect(html).toContain('<a href="https://shop.example">')
  expect((await page()).html).not.toContain('class="preview"')
})

test('the policy of a page allows exactly its inline scripts and styles', async () => {
  expectAllowed(await page())
  expectAllowed(await page({ rendered }))
  expectAllowed(await page({ preview: { set: { id: 'p', remotes: {} }, label: 'set p', until: new Date() } }))
  expectAllowed(await offlinePage())
  for (const kind of ['busy', 'unavailable', 'failed', 'expiredPreview', 'invalidPreview'] as const) {
    const response = await errorPage(kind)
    expectAllowed({
      html: await response.text(),
      policy: response.headers.get('content-security-policy') ?? '',
    })
  }
})

test('texts and addresses are escaped', async () => {
  const { html } = await page({
    metadata: metadata(withMarkup, withMarkup),
    scripts: [`/assets/"><script>alert(1)</script>.js`],
    pageScripts: [`/releases/"><script>alert(1)</script>.js`],
  })
  expect(html).toContain('<title>&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)')
  expect(html).not.toContain('<script>alert')
  expect(html).not.toContain('"><script')
})

test('the state is escaped JSON in its script element', async () => {
  const { html } = await page({ rendered })
  const [state = ''] = contentsOf(
    html,
    /<script type="application\/json" id="shop-state">([\s\S]*?)<\/script>/g,
  )
  expect(state).not.toMatch(/[<\u2028\u2029]/)
  expect(JSON.parse(state)).toEqual(rendered.state)
})

test('scripts run after the page has been parsed, and stand behind its pictures', async () => {
  const own = (await page()).html
  expect(own).toContain('<noscript>')
  const { html } = await page({ rendered })
  for (const each of [own, html]) {
    expect(each).toContain('<script defer src="/assets/index.js" fetchpriority="low"></script>')
    expect(each).toContain(
      '<link rel="preload" href="/releases/mf-catalog/v1/entry.js" as="script" fetchpriority="low">',
    )
  }
  expect(html).not.toContain('<noscript>')
  expect(html).toContain('<div id="root"><header>Shop</header><main>Page</main></div>')
  expect(html).toContain(
    '<title>Rendered</title>\n<link rel="canonical" href="http://shop.test/products/riva">',
  )
})

test('the service that draws QR codes is allowed only on pages that show them, and only over https', async () => {
  const policyOf = async (showsQrCodes: boolean, provider: string) =>
    (await page({ showsQrCodes, settings: { ...testSettings, qr: { provider } } })).policy
  const service = 'https://qr.example/v1?data={url}'
  expect(await policyOf(true, service)).toMatch(/img-src [^;]* https:\/\/qr\.example;/)
  expect(await policyOf(false, service)).not.toContain('qr.example')
  for (const provider of ['local', 'http://qr.example/{url}', 'https://*.example/{url}'])
    expect(await policyOf(true, provider)).toBe(await policyOf(true, 'local'))
})

test.each([
  ['/media/halo-ring-1.webp', 'http://shop.test/media/halo-ring-1.webp'],
  [
    '/storage/v1/object/public/product-images/a-1280.webp',
    'http://backend.test/storage/v1/object/public/product-images/a-1280.webp',
  ],
  [null, 'http://shop.test/media/og.jpg'],
])('the picture %s is shared as %s', async (image, url) => {
  expect((await page({ metadata: metadata('Title', 'Description', { image }) })).html).toContain(
    `<meta property="og:image" content="${url}">`,
  )
})
