import { expect } from '@playwright/test'
import { checkScreens, pageAt, visit } from '../../e2e/screens'
import { addToCart, hydrated, open, openIdle } from '../../e2e/steps'

checkScreens([
  visit(
    pageAt('/products'),
    pageAt('/products/riva-pebble'),
    pageAt('/products/hours-silk-robe?size=m'),
    pageAt('/products/still-water-bath-salts'),
    pageAt('/products?min=999999'),
    pageAt('/products/no-such-thing'),
    pageAt('/categories'),
    pageAt('/categories/accessories'),
    pageAt('/categories/no-such-room'),
    pageAt('/search'),
    pageAt('/search?q=pebble'),
    pageAt('/search?q=zzqxv'),
    pageAt('/wishlist'),
  ),
  visit(
    {
      name: 'home',
      async open(page) {
        await open(page, '/')
        await page.getByRole('button', { name: 'I am 18 or older' }).click()
        await page.waitForLoadState('networkidle')
      },
    },
    {
      name: 'added to cart, with its mini cart',
      async open(page) {
        await addToCart(page, 'moss-balm')
        // It stays while the pointer moves over it.
        await page.getByRole('group', { name: 'Your cart' }).hover()
      },
    },
    {
      name: 'wishlist with a product',
      async open(page) {
        await page.getByRole('button', { name: 'Add Moss Balm to wishlist' }).click()
        await openIdle(page, '/wishlist')
        await expect(page.getByRole('link', { name: 'Moss Balm' })).toBeVisible()
      },
    },
    {
      name: 'more than the stock',
      async open(page) {
        await openIdle(page, '/products/atelier-gift-box')
        await hydrated(page)
        await page.route('**/rest/v1/rpc/cart_add*', (route) =>
          route.fulfill({
            status: 409,
            json: {
              code: 'PT409',
              message: 'Only 2 items available.',
              hint: 'insufficient_stock',
              details: '2',
            },
          }),
        )
        await page.getByRole('button', { name: 'Add to cart' }).click()
        await expect(page.getByText('Insufficient Stock')).toBeVisible()
      },
    },
  ),
])
