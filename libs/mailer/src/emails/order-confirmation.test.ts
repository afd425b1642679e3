import { describe, expect, test } from 'vitest'
import { business, order } from './samples'
import { confirmation, seen } from './test-email'

describe('the confirmation', () => {
  test('names every figure: 2 × £15.79 is £31.58, with £6.32 VAT and free delivery £37.90', async () => {
    const { subject, text, html } = await confirmation()
    expect(subject).toBe('Your order AM20250105-0001')
    expect(text).toContain('Stone\n2 × £15.79 · SKU AM-001: £31.58')
    expect(text).toContain('Subtotal excl. VAT: £31.58\nVAT at 20%: £6.32\nDelivery: Free\nTotal: £37.90')
    expect(seen(html)).toContain('Stone 2 × £15.79 · SKU AM-001 £31.58')
    expect(seen(html)).toContain('Subtotal excl. VAT £31.58 VAT at 20% £6.32 Delivery Free Total £37.90')
  })

  test('names a discount with its code, before VAT; free delivery in words', async () => {
    const discounted = { promotion_code: 'MOSS10', discount_amount: 3.16, tax_amount: 5.68, total: 34.1 }
    expect((await confirmation(discounted)).text).toContain(
      'Subtotal excl. VAT: £31.58\nDiscount (MOSS10): −£3.16\nVAT at 20%: £5.68\nDelivery: Free\nTotal: £34.10',
    )
    expect((await confirmation({ promotion_code: 'SENT', discount_amount: '0.00' })).text).toContain(
      'Discount (SENT): Free delivery',
    )
    expect(await confirmation({ promotion_code: null, discount_amount: 0 })).toEqual(await confirmation())
  })

  test('names what a gift card paid, after a total and a VAT that it does not change', async () => {
    expect((await confirmation({ gift_card_amount: 20, gift_card_hint: '7GH2' })).text).toContain(
      'VAT at 20%: £6.32\nDelivery: Free\nTotal: £37.90\nPaid by gift card ending 7GH2: £20.00\nPaid another way: £17.90',
    )
    expect(await confirmation({ gift_card_amount: '0.00', gift_card_hint: null })).toEqual(
      await confirmation(),
    )
  })

  test('reads the same from money written as text, and from either name of a field', async () => {
    const [item] = order.items
    const texts = {
      items: [{ product_name: 'Stone', sku: 'AM-001', quantity: 2, price: '15.79' }],
      subtotal: '31.58',
      vat_rate: '0.20',
      tax_amount: '6.32',
      shipping_amount: '0.00',
      total: '37.90',
    }
    expect(await confirmation(texts)).toEqual(await confirmation({ items: [item] }))
  })

  test('names the variant of an item, with its own sku', async () => {
    const robe = {
      name: 'Hours Silk Robe',
      product_name: 'Hours Silk Robe',
      variant_name: 'M',
      options: [{ name: 'Size', value: 'M' }],
      sku: 'AM-ACC-008-M',
      quantity: 1,
      price: 233.05,
    }
    const { text, html } = await confirmation({ items: [robe] })
    expect(text).toContain('Hours Silk Robe, M\n1 × £233.05 · SKU AM-ACC-008-M: £233.05')
    expect(seen(html)).toContain('Hours Silk Robe, M 1 × £233.05 · SKU AM-ACC-008-M £233.05')
    expect((await confirmation({ items: [{ ...robe, variant_name: null }] })).text).toContain(
      'Hours Silk Robe\n',
    )
  })

  test('counts in pence: three at £5.14 are £15.42', async () => {
    expect(
      (await confirmation({ items: [{ name: 'Candle', sku: null, quantity: 3, price: 5.14 }] })).text,
    ).toContain('Candle\n3 × £5.14: £15.42')
  })

  test('dates are those of London', async () => {
    expect((await confirmation()).text).toContain('Order date: 5 January 2025')
    expect((await confirmation({ tax_point: '2025-07-05T23:30:00+00:00' })).text).toContain(
      'Tax point: 6 July 2025',
    )
  })

  test('has the seller and, once registered, the VAT number', async () => {
    expect((await confirmation()).text).toContain('VAT number: GB 123 4567 89')
    const unregistered = await confirmation({}, { ...business, vatNumber: ' ' })
    expect(unregistered.text + unregistered.html).not.toContain('VAT number')
    for (const part of [business.name, business.address, business.email])
      expect(seen(unregistered.html)).toContain(part)
  })

  test('tells address, method, how to track, terms and rights', async () => {
    const { text, html } = await confirmation()
    expect(text).toContain('DELIVERING TO\n\nAda Guest\n1 High Street\nLondon\nSW1A 1AA\n')
    expect(text).toContain('Delivery method: Standard')
    for (const page of ['track-order?order=AM20250105-0001', 'terms', 'returns']) {
      expect(text).toContain(`\nhttps://shop.example/${page}\n`)
      expect(html).toContain(`href="https://shop.example/${page}"`)
    }
    for (const textOf of [text, seen(html)]) {
      expect(textOf).toContain('cancel this contract within 14 days')
      expect(textOf).toContain('hygiene cannot be returned under this right once they have been unsealed')
      expect(textOf).toContain('Your statutory rights are not affected.')
    }
  })

  test('tells a guest whose address has an account that the order is in it', async () => {
    const { text, html } = await confirmation({ in_account: true })
    for (const textOf of [text, seen(html)])
      expect(textOf).toContain('this address has an account with us, so your order is in it')
    expect(text).toContain('\nhttps://shop.example/account/orders\n')
    for (const in_account of [undefined, false])
      expect((await confirmation({ in_account })).text).not.toMatch(/\baccount/i)
  })

  test('holds the model cancellation form of Schedule 3, Part B, in full', async () => {
    const { text, html } = await confirmation()
    const form = `To Aurelle & Moss, 1 Example Street, London EC1A 1AA, care@aurelle.test:

I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods [*]/for the supply of the following service [*],

Ordered on [*]/received on [*],
Name of consumer(s),
Address of consumer(s),
Signature of consumer(s) (only if this form is notified on paper),
Date

[*] Delete as appropriate`
    expect(text).toContain(form)
    expect(seen(html)).toContain(form.replace(/\s+/g, ' '))
  })

  test('says in HTML what it says in text', async () => {
    const { text, html } = await confirmation()
    const textOf = (written: string) =>
      new Set(
        written
          .toLowerCase()
          .replace(/https:\S+/g, '')
          .match(/[\p{L}\p{N}£.@]+/gu),
      )
    expect(textOf(text)).toEqual(textOf(seen(html)))
  })

  test('is plain British HTML that fetches nothing', async () => {
    const { html } = await confirmation()
    expect(html).toContain('lang="en-GB"')
    expect(html).not.toMatch(/<(img|script|link|iframe)\b|src=|url\(|@import|@font-face/i)
  })
})

test('a name full of markup is shown, not obeyed', async () => {
  const { html, text } = await confirmation({
    items: [{ ...order.items[0], name: '<img src=x onerror="alert(1)">&amp;' }],
  })
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;amp;')
  expect(html).not.toContain('<img')
  expect(text).toContain('<img src=x onerror="alert(1)">&amp;')
})

describe('the day of arrival', () => {
  test('leads the email, above the one button', async () => {
    const { text, html } = await confirmation({ arrives_from: '2026-11-30', arrives_to: '2026-12-02' })
    expect(text).toContain('Arrives: Mon 30 November to Wed 2 December\n\nDelivery method: Standard\n')
    expect(text.indexOf('Arrives')).toBeLessThan(text.indexOf('Track your order'))
    expect(html.match(/class="button"/g)).toHaveLength(1)
    expect(text.indexOf('Track your order')).toBeLessThan(text.indexOf('2 × £15.79'))
  })

  test('is one day for next day delivery', async () => {
    expect((await confirmation({ arrives_from: '2026-12-01', arrives_to: '2026-12-01' })).text).toContain(
      'Arrives: Tue 1 December\n',
    )
  })
})

describe('the offer of an account', () => {
  const account_token = 'ab'.repeat(32)

  test('is part of a guest’s confirmation, after what was bought and before the terms', async () => {
    const { text, html } = await confirmation({ user_id: null, account_token })
    expect(text).toContain(`Open your account:\nhttps://shop.example/create-account?token=${account_token}\n`)
    expect(text).toContain('valid for 7 days, until 12 January 2025')
    expect(text.indexOf('Total: £37.90')).toBeLessThan(text.indexOf('SAVE THIS ORDER'))
    expect(text.indexOf('SAVE THIS ORDER')).toBeLessThan(text.indexOf('OUR TERMS IN SHORT'))
    expect(html.match(/class="button"/g)).toHaveLength(1)
    const later = (await confirmation({ account_token, issued_at: '2025-02-01T12:00:00+00:00' })).text
    expect(later).toContain('until 8 February 2025')
  })

  test('is not made with a token that could change the link', async () => {
    await expect(confirmation({ account_token: 'abcdefghijklmnop?x=1' })).rejects.toThrow('account_token')
  })
})

describe('the receipt', () => {
  const token = '3f'.repeat(32)

  test('a guest opens it by a link of the email, an owner in the account', async () => {
    expect((await confirmation({ user_id: null, token })).text).toContain(`/receipt?token=${token}`)
    const owned = (await confirmation({ user_id: '00000000-0000-4000-8000-000000000001' })).text
    expect(owned).toContain('/account/orders/AM20250105-0001/receipt')
    expect(owned).not.toContain('token')
    expect((await confirmation()).text).not.toContain('receipt')
  })

  test('a token that could change the link is rejected', async () => {
    await expect(confirmation({ token: 'abcdefghijklmnop?x=1' })).rejects.toThrow('token')
  })
})
