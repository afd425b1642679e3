import { demoUsers } from '@shop/local-supabase'
import type { Tab } from './tab'

/** A guest finds a product and buys it. @returns the order's number */
export async function purchase(tab: Tab): Promise<string> {
  await tab.open('/')
  await tab.press('button', 'I am 18 or older')
  await tab.until(
    `Promise.all([...document.querySelectorAll('link[as=font]')].map(({ href }) =>
      new FontFace('Test', 'url(' + href + ')').load())).then((fonts) => fonts.length > 0)`,
  )
  await tab.press('link', 'Shop All')
  await tab.press('link', 'Moss Velvet Keepsake Pouch')
  await tab.has('heading', 'Moss Velvet Keepsake Pouch')
  await tab.press('button', 'Add to cart')
  await tab.says('Item has been added to your cart.')
  await tab.press('link', /^Cart, 1 item/)
  await tab.has('heading', 'Your cart')
  await tab.press('link', 'Checkout')
  await tab.fill('Email', `guest-${String(Date.now())}@example.test`)
  await tab.fill('First name', 'Imogen')
  await tab.fill('Last name', 'Hale')
  await tab.fill('Address line 1', '14 Linden Mews')
  await tab.fill('Town or city', 'London')
  await tab.fill('Postcode', 'SW1A 1AA')
  await tab.press('button', 'Continue to Payment')
  await tab.press('button', /^Pay £/)
  await tab.has('heading', 'Thank you, Imogen')
  return /AM\d{8}-\d{4,}/.exec(await tab.says(/AM\d{8}-\d{4,}/))?.[0] ?? ''
}

/** A shopper signs in, adds an address, looks at their orders and signs out. */
export async function account(tab: Tab): Promise<void> {
  const street = `${String(Date.now())} Mill Lane`
  await tab.open('/auth')
  await tab.fill('Email', demoUsers.shopper.email)
  await tab.fill('Password', demoUsers.shopper.password)
  await tab.press('button', 'Sign In')
  await tab.says('You have successfully signed in.')
  await tab.press('button', 'I am 18 or older')
  await tab.press('link', 'Account')
  await tab.press('link', 'Addresses')
  await tab.press('button', 'Add an address')
  await tab.fill('First name', 'Imogen')
  await tab.fill('Last name', 'Hale')
  await tab.fill('Address line 1', street)
  await tab.fill('City', 'Bristol')
  await tab.fill('Postcode', 'BS1 4RB')
  await tab.press('button', 'Save address')
  await tab.says(new RegExp(street))
  await tab.press('link', 'Account')
  await tab.press('link', 'My Orders')
  await tab.has('heading', 'My Orders')
  await tab.press('link', 'Account')
  await tab.press('button', 'Sign Out')
  await tab.has('heading', 'Welcome')
}

/** Staff send an order, change a product's text and sign out. @param order its number */
export async function backOffice(tab: Tab, order: string): Promise<void> {
  await tab.open('/admin/login')
  await tab.fill('Email', demoUsers.admin.email)
  await tab.fill('Password', demoUsers.admin.password)
  await tab.press('button', 'Sign In')
  await tab.has('heading', /^Welcome back/)
  await tab.press('link', 'Orders')
  await tab.press('link', `View Details of ${order}`)
  await tab.press('button', 'Add shipment')
  await tab.fill(/^Tracking number/, 'RM 123 456')
  await tab.press('button', 'Add shipment')
  await tab.says('Shipment added successfully.')
  await tab.press('button', 'Close')
  await tab.press('link', 'Products')
  await tab.press('link', 'Moss Velvet Keepsake Pouch')
  await tab.fill('Description', `A pouch of velvet, ${String(Date.now())}`)
  await tab.press('button', 'Save Changes')
  await tab.says('Product updated successfully.')
  await tab.press('button', 'Sign Out')
  await tab.has('button', 'Sign In')
}
