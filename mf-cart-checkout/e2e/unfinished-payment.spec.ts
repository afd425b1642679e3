import { expect } from '@playwright/test'
import { copyRelease, serviceOf } from '../../tools/bench/web/own-release'
import { newVersion } from '../../e2e/fault-cases'
import { runsSet, servedSet } from '../../e2e/release-steps'
import { test } from '../../e2e/shop'
import {
  chooseDelivery,
  continueToPayment,
  fillCheckout,
  hydrated,
  open,
  openCheckout,
  pay,
  uniqueEmail,
} from '../../e2e/steps'

test('a visitor who pays on the provider’s page comes back to the set they left on, although another went live', async ({
  adult: page,
  staff,
  shop,
}) => {
  test.setTimeout(120_000)
  const provider = async () => {
    const config: { settings: { payment: { provider: string } } } = await (
      await fetch(`${shop.siteUrl}/config.json`)
    ).json()
    return config.settings.payment.provider
  }
  const before = await servedSet(shop)
  await staff.setSetting('payment.provider', 'stripe')
  let flipped = false
  try {
    await expect.poll(provider).toBe('stripe')
    // The provider: its page has one link, back to where the shop asks it to lead.
    await page.route('**/payments/stripe/session', async (route) => {
      const { session } = route.request().postDataJSON() as { session: string }
      await route.fulfill({ json: { url: `https://checkout.stripe.com/c/pay/${session}` } })
    })
    await page.route('https://checkout.stripe.com/**', async (route) => {
      const session = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
      const back = `${shop.siteUrl}/checkout/success?session=${session}`
      await route.fulfill({ contentType: 'text/html', body: `<a href="${back}">Back to the shop</a>` })
    })
    await openCheckout(page, 'moss-balm')
    await fillCheckout(page, uniqueEmail('provider'))
    await chooseDelivery(page, 'Standard')
    await continueToPayment(page)
    await pay(page)
    await expect(page).toHaveURL(/^https:\/\/checkout\.stripe\.com/)

    const version = newVersion()
    const records = [
      await copyRelease(shop, 'shell', version),
      await copyRelease(shop, 'mf-cart-checkout', version),
    ]
    const { live: next } = await serviceOf(shop).promote(records)
    flipped = true
    await expect.poll(() => servedSet(shop)).toBe(next)

    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await hydrated(page)
    expect(await runsSet(page)).toBe(before)
    await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
    // A reload while the provider's webhook is on its way stays on the page, too.
    await page.reload()
    expect(await runsSet(page)).toBe(before)
    await hydrated(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Shop All' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Shop All' })).toBeVisible()
    await open(page, '/about')
    expect(await runsSet(page)).toBe(next)
  } finally {
    await staff.setSetting('payment.provider', 'simulated')
    await expect.poll(provider).toBe('simulated')
    if (flipped) await serviceOf(shop).rollBack(false)
    await expect.poll(() => servedSet(shop)).toBe(before)
  }
})
