import { defaultSettings, type Settings } from '@shop/settings'
import { isLocal, type Environment } from './environment'

/** Something a shop needs before it trades. */
export interface Gap {
  what: string
  /** What to do about it. */
  remedy: string
}

// Names kept for examples and tests (RFC 2606): no letter ever arrives there.
const exampleDomain = /(^|[@.])(test|example|invalid|localhost|example\.(com|net|org))$/i
const ukVatNumber = /^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/i
const inSettings = (key: string, like: string) => `write it into shop_settings as ${key}, such as ${like}`

/**
 * What is missing before a shop with a Supabase of its own trades; empty when nothing is known to be.
 * @param settings as read from the database
 */
export function tradingGaps(settings: Settings, environment: Pick<Environment, 'siteUrl' | 'smtp' | 'stripe' | 'external'>): Gap[] {
  return [
    ...businessGaps(settings.business),
    ...paymentGaps(settings.payment.provider, environment),
    ...emailGaps(environment),
    ...pageGaps(settings, environment),
  ]
}

function businessGaps({ name, address, email, vatNumber }: Settings['business']): Gap[] {
  const gaps: Gap[] = []
  if (name.trim() === '') gaps.push({ what: 'The business has no name', remedy: inSettings('business.name', '"Aurelle & Moss Ltd"') })
  if (address.trim() === '' || address === defaultSettings.business.address) {
    gaps.push({ what: 'The address of the business is missing or an example', remedy: inSettings('business.address', '"5 Moss Row, Bath BA1 1AA, United Kingdom"') })
  }
  if (email.trim() === '' || exampleDomain.test(email.trim())) {
    gaps.push({ what: 'The e-mail address of the business is missing or an example', remedy: inSettings('business.email', '"care@shop.co.uk"') })
  }
  if (!ukVatNumber.test(vatNumber.replaceAll(' ', ''))) {
    gaps.push({ what: vatNumber.trim() === '' ? 'There is no VAT number, though prices include VAT' : 'The VAT number is not one of the UK', remedy: inSettings('business.vatNumber', '"GB 123 4567 89"') })
  }
  return gaps
}

function paymentGaps(provider: Settings['payment']['provider'], { stripe }: Pick<Environment, 'stripe'>): Gap[] {
  if (provider === 'none') return [{ what: 'Nobody takes payments, so nothing can be bought', remedy: 'write "stripe" into shop_settings as payment.provider' }]
  if (provider === 'simulated') return [{ what: 'Payments are simulated: orders and gift cards are given away', remedy: 'write "stripe" into shop_settings as payment.provider' }]
  return stripe && /^[a-z]+_test_/.test(stripe.key) ? [{ what: 'Stripe runs in its test mode: no money moves', remedy: 'set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to those of the live mode' }] : []
}

function emailGaps({ external, smtp }: Pick<Environment, 'external' | 'smtp'>): Gap[] {
  const gaps: Gap[] = []
  if (external && !external.secretKey) gaps.push({ what: 'E-mail stays in the outbox and nothing is swept', remedy: 'set SUPABASE_SECRET_KEY' })
  if (!smtp) gaps.push({ what: 'No mail server sends order confirmations', remedy: 'set SMTP_URL and MAIL_FROM' })
  else if (exampleDomain.test(smtp.from.address)) gaps.push({ what: 'E-mail comes from an example address', remedy: 'set MAIL_FROM to an address of the business' })
  return gaps
}

function pageGaps({ reviews, tracking }: Settings, { siteUrl }: Pick<Environment, 'siteUrl'>): Gap[] {
  const gaps: Gap[] = []
  if (isLocal(siteUrl) || !siteUrl.startsWith('https:')) {
    gaps.push({ what: `Links in e-mails lead to ${siteUrl}`, remedy: 'set SITE_URL to the public address, with https' })
  }
  if (reviews.placeholder) gaps.push({ what: 'Pages show invented ratings, which are unlawful in trade', remedy: 'write false into shop_settings as reviews.placeholder' })
  if (tracking.mode === 'demo') gaps.push({ what: 'Tracking shows a sample for some orders', remedy: 'write "live" into shop_settings as tracking.mode' })
  return gaps
}

/** The list for the person at the keyboard; null when there is nothing to list. */
export function readinessReport(gaps: readonly Gap[]): string | null {
  if (gaps.length === 0) return null
  return ['Not ready for trading:', ...gaps.map(({ what, remedy }) => `- ${what}: ${remedy}.`)].join('\n')
}
