import type { StoredSettings } from '@shop/settings'
import { isExampleAddress, missingSettings } from '@shop/settings/missing-shop-settings'
import { isLocal, type Environment } from '../environment'

/** Something a shop needs before it trades. */
export interface Gap {
  what: string
  /** The remedy. */
  remedy: string
}

type DeploymentFacts = Pick<Environment, 'siteUrl' | 'smtp' | 'stripe' | 'external'>
/** A gap where the condition holds. */
type Check = readonly [missing: boolean, what: string, remedy: string]

const stripeTestKey = /^[a-z]+_test_/

function paymentChecks(
  provider: StoredSettings['payment']['provider'],
  { stripe }: DeploymentFacts,
): Check[] {
  return [
    [
      provider === 'stripe' && stripe !== null && stripeTestKey.test(stripe.key),
      'Stripe runs in its test mode: no money moves',
      'set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to the live ones',
    ],
  ]
}

function emailChecks({ external, smtp }: DeploymentFacts): Check[] {
  const isExampleSender = smtp !== null && isExampleAddress(smtp.from.address)
  return [
    [
      external?.secretKey === null,
      'Email stays in the outbox and nothing is swept',
      'set SUPABASE_SECRET_KEY',
    ],
    [smtp === null, 'No mail server sends order confirmations', 'set SMTP_URL and MAIL_FROM'],
    [isExampleSender, 'Email comes from an example address', 'set MAIL_FROM to an address of the business'],
  ]
}

function siteChecks({ siteUrl }: DeploymentFacts): Check[] {
  const isPublic = siteUrl.startsWith('https:') && !isLocal(siteUrl)
  return [[!isPublic, `Links in emails lead to ${siteUrl}`, 'set SITE_URL to the public address, with https']]
}

/**
 * What is missing before a shop with a Supabase of its own trades; empty when nothing is known to be.
 * @param settings as read from the database
 */
export function tradingGaps(settings: StoredSettings, deployment: DeploymentFacts): Gap[] {
  const checks = [
    ...paymentChecks(settings.payment.provider, deployment),
    ...emailChecks(deployment),
    ...siteChecks(deployment),
  ]
  return [
    ...missingSettings(settings).map(({ key, what, to }) => ({
      what,
      remedy: `choose ${to} in the back office under Settings, or write it into shop_settings as ${key}`,
    })),
    ...checks.flatMap(([missing, what, remedy]) => (missing ? [{ what, remedy }] : [])),
  ]
}

/** The list for the person at the keyboard; null when there is nothing to list. */
export function readinessReport(gaps: readonly Gap[]): string | null {
  if (gaps.length === 0) return null
  return ['Not ready for trading:', ...gaps.map(({ what, remedy }) => `- ${what}: ${remedy}.`)].join('\n')
}
