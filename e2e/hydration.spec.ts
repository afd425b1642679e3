import { expect } from '@playwright/test'
import { test } from './shop'
import { storeShopperSession } from './people'
import { addToCart, open } from './steps'

test('when the scripts cannot be loaded a press still adds to the visitor’s existing cart', async ({
  page,
}) => {
  await addToCart(page, 'moss-balm')
  await page.route('**/releases/shell/*/js/*.js', (route) => route.abort())
  await page.goto('/products/riva-pebble')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('spinbutton')).toHaveCount(2)
  await page.unroute('**/releases/shell/*/js/*.js')
  await open(page, '/cart')
  await expect(page.getByRole('spinbutton')).toHaveCount(2)
  // Beside the cookie of the cart's set there is only the guest's id.
  const cookies = (await page.context().cookies()).filter(({ name }) => name !== 'aurelle_set')
  expect(cookies.map(({ name }) => name)).toEqual(['__Host-aurelle_session_id'])
})

test('a product that a signed-in shopper adds before hydration is in the account’s cart', async ({
  page,
}) => {
  await storeShopperSession(page)
  await page.route('**/releases/shell/*/js/*.js', (route) => route.abort())
  await page.goto('/products/riva-pebble')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page).toHaveURL('/cart')
  await page.unroute('**/releases/shell/*/js/*.js')
  await open(page, '/cart')
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Riva Pebble' })).toHaveValue('1')
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .not.toContain('__Host-aurelle_session_id')
  await page.reload()
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Riva Pebble' })).toHaveValue('1')
})

test('a rendered page hydrates without warnings and without loading its data again', async ({ page }) => {
  const announced: string[] = []
  const reads: string[] = []
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    if (isComplaint && !message.text().includes('Service Worker registration blocked'))
      announced.push(message.text())
  })
  page.on('pageerror', (error) => {
    announced.push(error.message)
  })
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/') && request.method() === 'GET') reads.push(request.url())
  })
  for (const path of ['/products', '/categories', '/categories/accessories', '/about', '/faq']) {
    await open(page, path)
    await page.waitForLoadState('networkidle')
    expect({ path, announced, reads }).toEqual({ path, announced: [], reads: [] })
  }
})

test('a cached page is rendered again when the catalogue changes', async ({ request, staff }) => {
  const stock = await staff.stockOf('halo-ring')
  const html = async () => (await request.get('/products/halo-ring')).text()
  expect(await html()).not.toContain('Out of Stock')
  try {
    await staff.setStock('halo-ring', 0)
    await expect.poll(html).toContain('Out of Stock')
  } finally {
    await staff.setStock('halo-ring', stock)
  }
  await expect.poll(html).not.toContain('Out of Stock')
})

test('concurrent visitors never get each other’s data', async ({ playwright, baseURL }) => {
  if (!baseURL) throw new Error('The tests need a base address')
  const slugs = ['riva-pebble', 'moss-velvet-pouch', 'moss-balm', 'atelier-gift-box']
  const guests = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const guest = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } })
      const slug = slugs[index % slugs.length] ?? ''
      const product =
        /name="product" value="([^"]+)"/.exec(await (await guest.get(`/products/${slug}`)).text())?.[1] ?? ''
      const quantity = String(1 + Math.floor(index / slugs.length))
      const added = await guest.post('/cart', { form: { product, quantity } })
      expect([added.status(), added.url()]).toEqual([200, `${baseURL}/cart`])
      return { guest, own: `/media/${slug}-1`, quantity }
    }),
  )
  const stranger = await playwright.request.newContext({ baseURL })
  // Up to what goes with the cart, a fragment.
  const linesOf = (html: string) =>
    [
      ...(/<main.*?(?:data-member|<\/main>)/s.exec(html)?.[0] ?? '').matchAll(
        /<li .*?src="([^"]+?)\.webp".*?name="quantity"[^>]*value="(\d+)"/gs,
      ),
    ].map(([, image, quantity]) => ({ image, quantity }))
  const ask = async () => {
    await Promise.all(
      guests.map(async ({ guest, own, quantity }) => {
        const response = await guest.get('/cart')
        expect(response.headers()['cache-control']).toBe('private, no-store')
        expect(linesOf(await response.text())).toEqual([{ image: own, quantity }])
      }),
    )
    const response = await stranger.get('/cart')
    expect(linesOf(await response.text())).toEqual([])
    // A session sent by mistake must not affect what others see.
    const signedIn = await stranger.get('/products', {
      headers: { authorization: 'Bearer someone', cookie: 'aurelle_auth=someone' },
    })
    expect(await signedIn.text()).not.toContain('someone')
  }
  // 7 at once: many more would wait longer than the render queue lets them, and get 503.
  for (let round = 0; round < 10; round += 1) await ask()
  await Promise.all([stranger, ...guests.map(({ guest }) => guest)].map((context) => context.dispose()))
})

test('Web Vitals are reported only when the setting is on, by remote and route', async ({
  page,
  staff,
  request,
}) => {
  const rows = async (): Promise<{ remote: string; route: string; metric: string }[]> =>
    (await request.get('/vitals.json')).json()
  await open(page, '/products/moss-balm')
  await page.goto('about:blank')
  expect(await rows()).toEqual([])
  try {
    await staff.setSetting('privacy.measureSpeed', 'on')
    await expect.poll(async () => (await request.get('/config.json')).text()).toContain('"measureSpeed":"on"')
    const fetched = page.waitForResponse((response) => response.url().endsWith('/vitals'))
    await page.goto('/products/moss-balm')
    await page.getByRole('button', { name: 'Increase quantity' }).click()
    await fetched
    await page.goto('about:blank')
    await expect
      .poll(rows)
      .toContainEqual(
        expect.objectContaining({ remote: 'mf-catalog', route: '/products/:productSlug', metric: 'LCP' }),
      )
  } finally {
    await staff.setSetting('privacy.measureSpeed', 'off')
  }
})
