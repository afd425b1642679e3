import { defaultSettings, type Settings } from '@shop/settings'
import { isLocal, type Environment } from './environment'

/** Something a shop needs before it trades. */
export interface Gap {
  what: string
  /** What to do about it. */
  remedy: string
}

type DeploymentFacts = Pick<Environment, 'siteUrl' | 'smtp' | 'stripe' | 'external'>
/** A gap where the condition holds. */
type Check = readonly [missing: boolean, what: string, remedy: string]

// Names kept for examples and tests (RFC 2606): no letter ever arrives there.
const exampleDomain = /(^|[@.])(test|example|invalid|localhost|example\.(com|net|org))$/i
// HMRC: nine digits, twelve for a branch, or a government department or health authority.
const ukVatNumber = /^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/i

const write = (key: string, value: string) => `write ${value} into shop_settings as ${key}`
const isBlank = (text: string) => text.trim() === ''
const isExample = (address: string) => exampleDomain.test(address.trim())

function businessChecks({ name, address, email, vatNumber }: Settings['business']): Check[] {
  const isUk = ukVatNumber.test(vatNumber.replaceAll(' ', ''))
  return [
    [isBlank(name), 'The business has no name', write('business.name', 'it')],
    [
      isBlank(address) || address === defaultSettings.business.address,
      'The address of the business is missing or an example',
      write('business.address', 'it'),
    ],
    [
      isBlank(email) || isExample(email),
      'The e-mail address of the business is missing or an example',
      write('business.email', 'it'),
    ],
    [
      isBlank(vatNumber),
      'There is no VAT number, though prices include VAT',
      write('business.vatNumber', 'it'),
    ],
    [
      !isBlank(vatNumber) && !isUk,
      'The VAT number is not one of the UK',
      write('business.vatNumber', 'GB and its digits'),
    ],
  ]
}

function paymentChecks(provider: Settings['payment']['provider'], { stripe }: DeploymentFacts): Check[] {
  const remedy = write('payment.provider', '"stripe"')
  const isTest = provider === 'stripe' && stripe !== null && /^[a-z]+_test_/.test(stripe.key)
  return [
    [provider === 'none', 'Nobody takes payments, so nothing can be bought', remedy],
    [provider === 'simulated', 'Payments are simulated: orders and gift cards are given away', remedy],
    [
      isTest,
      'Stripe runs in its test mode: no money moves',
      'set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to the live ones',
    ],
  ]
}

function emailChecks({ external, smtp }: DeploymentFacts): Check[] {
  const isExampleSender = smtp !== null && isExample(smtp.from.address)
  return [
    [
      external?.secretKey === null,
      'E-mail stays in the outbox and nothing is swept',
      'set SUPABASE_SECRET_KEY',
    ],
    [smtp === null, 'No mail server sends order confirmations', 'set SMTP_URL and MAIL_FROM'],
    [isExampleSender, 'E-mail comes from an example address', 'set MAIL_FROM to an address of the business'],
  ]
}

function pageChecks({ reviews, tracking }: Settings, { siteUrl }: DeploymentFacts): Check[] {
  const isPublic = siteUrl.startsWith('https:') && !isLocal(siteUrl)
  return [
    [!isPublic, `Links in e-mails lead to ${siteUrl}`, 'set SITE_URL to the public address, with https'],
    [
      reviews.placeholder,
      'Pages show invented ratings, which are unlawful in trade',
      write('reviews.placeholder', 'false'),
    ],
    [tracking.mode === 'demo', 'Tracking shows a sample for some orders', write('tracking.mode', '"live"')],
  ]
}

/**
 * What is missing before a shop with a Supabase of its own trades; empty when nothing is known to be.
 * @param settings as read from the database
 */
export function tradingGaps(settings: Settings, deployment: DeploymentFacts): Gap[] {
  const checks = [
    ...businessChecks(settings.business),
    ...paymentChecks(settings.payment.provider, deployment),
    ...emailChecks(deployment),
    ...pageChecks(settings, deployment),
  ]
  return checks.flatMap(([missing, what, remedy]) => (missing ? [{ what, remedy }] : []))
}

/** The list for the person at the keyboard; null when there is nothing to list. */
export function readinessReport(gaps: readonly Gap[]): string | null {
  if (gaps.length === 0) return null
  return ['Not ready for trading:', ...gaps.map(({ what, remedy }) => `- ${what}: ${remedy}.`)].join('\n')
}
