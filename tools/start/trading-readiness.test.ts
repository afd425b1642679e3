import type { Settings } from '@shop/settings'
import { testSettings } from '@shop/settings/testing'
import { expect, test } from 'vitest'
import { readinessReport, tradingGaps } from './trading-readiness'

const business = {
  name: 'Moss Ltd',
  address: '5 Moss Row, Bath BA1 1AA',
  email: 'care@moss.co.uk',
  vatNumber: 'GB 123 4567 82',
}
const settings: Settings = { ...testSettings, business, payment: { provider: 'stripe' } }
const smtp = {
  host: 'mail.moss.co.uk',
  port: 465,
  secure: true,
  requireTLS: false,
  from: { name: 'Moss', address: 'care@moss.co.uk' },
}
const environment = {
  siteUrl: 'https://moss.co.uk',
  smtp,
  stripe: { key: 'sk_live_x', webhookSecret: 'whsec_x' },
  external: { url: 'https://project.supabase.co', key: 'k', secretKey: 's' },
}
const from = (address: string) => ({ ...environment, smtp: { ...smtp, from: { name: 'Moss', address } } })
const facts = (changes: Partial<typeof business>): Settings => ({
  ...settings,
  business: { ...business, ...changes },
})

test('a shop with everything in place is ready', () => {
  expect(tradingGaps(settings, environment)).toEqual([])
  expect(readinessReport([])).toBeNull()
})

test.each<[string, Settings, Parameters<typeof tradingGaps>[1], RegExp]>([
  ['no name', facts({ name: ' ' }), environment, /name.*business\.name/],
  [
    'the example address',
    facts({ address: testSettings.business.address }),
    environment,
    /address.*business\.address/,
  ],
  ['no address', facts({ address: '' }), environment, /address.*business\.address/],
  ['the example email', facts({ email: 'care@aurelle.test' }), environment, /email.*business\.email/],
  ['an email of example.com', facts({ email: 'care@example.com' }), environment, /email.*business\.email/],
  ['no email', facts({ email: '' }), environment, /email.*business\.email/],
  ['no VAT number', facts({ vatNumber: '' }), environment, /no VAT number.*business\.vatNumber/],
  [
    'a VAT number of another country',
    facts({ vatNumber: 'FR12345678901' }),
    environment,
    /VAT number.*business\.vatNumber/,
  ],
  [
    'no provider',
    { ...settings, payment: { provider: 'none' } },
    environment,
    /Nobody takes payments.*payment\.provider/,
  ],
  [
    'a simulated payment',
    { ...settings, payment: { provider: 'simulated' } },
    environment,
    /simulated.*payment\.provider/,
  ],
  [
    'a test key of Stripe',
    settings,
    { ...environment, stripe: { key: 'sk_test_x', webhookSecret: 'w' } },
    /test mode.*STRIPE_SECRET_KEY/,
  ],
  [
    'no secret key',
    settings,
    { ...environment, external: { ...environment.external, secretKey: null } },
    /outbox.*SUPABASE_SECRET_KEY/,
  ],
  ['no mail server', settings, { ...environment, smtp: null }, /mail server.*SMTP_URL and MAIL_FROM/],
  ['an example sender', settings, from('care@shop.example'), /example address.*MAIL_FROM/],
  ['a local address', settings, { ...environment, siteUrl: 'http://localhost:3000' }, /localhost.*SITE_URL/],
  ['an address without TLS', settings, { ...environment, siteUrl: 'http://moss.co.uk' }, /SITE_URL/],
  [
    'invented ratings',
    { ...settings, reviews: { placeholder: true } },
    environment,
    /ratings.*reviews\.placeholder/,
  ],
  ['sample tracking', { ...settings, tracking: { mode: 'demo' } }, environment, /sample.*tracking\.mode/],
])('%s is listed with its remedy, and nothing else', (_, settings, around, line) => {
  const report = readinessReport(tradingGaps(settings, around))
  expect(report?.split('\n')).toEqual(['Not ready for trading:', expect.stringMatching(line)])
})

test('a fresh project without settings lists the business and the payment', () => {
  const whats = tradingGaps(testSettings, { ...environment, stripe: null }).map(({ what }) => what)
  expect(whats).toEqual([
    'The address of the business is missing or an example',
    'The email address of the business is missing or an example',
    'There is no VAT number, though prices include VAT',
    'Nobody takes payments, so nothing can be bought',
  ])
})
