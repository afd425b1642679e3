import { expect, test, vi } from 'vitest'
import { ensureConfirmsEmail } from './email-confirmation'
import { ensurePayable, readEnvironment, type ExternalBackend } from '../environment'
import { ensureResponds } from '../preconditions'
import { externalSettings } from './external-settings'
import { testBackend } from '../../supabase/tests/test-database'
import { tradingGaps } from './trading-readiness'

const { url, publishableKey } = await testBackend()
const external: ExternalBackend = { url, key: publishableKey, secretKey: null }

test('an embedded backend, used as another Supabase, answers and confirms email addresses', async () => {
  await expect(ensureResponds(external)).resolves.toBeUndefined()
  await expect(ensureConfirmsEmail(external)).resolves.toBeUndefined()
})

test('its seed lets visitors buy without paying, so the shop does not start with it unless told to', async () => {
  vi.stubEnv('SUPABASE_URL', external.url)
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', external.key)
  try {
    const settings = await externalSettings(external)
    const environment = readEnvironment()
    expect(() => {
      ensurePayable(settings.payment.provider, environment)
    }).toThrow('ALLOW_SIMULATED_PAYMENT=1')
    vi.stubEnv('ALLOW_SIMULATED_PAYMENT', '1')
    expect(() => {
      ensurePayable(settings.payment.provider, readEnvironment())
    }).not.toThrow()
    expect(tradingGaps(settings, environment).map(({ what }) => what)).toContain(
      'Payments are simulated: orders and gift cards are given away',
    )
  } finally {
    vi.unstubAllEnvs()
  }
})

test('settings that cannot be read stop the start', async () => {
  const rejected = /settings of the shop could not be read/
  await expect(externalSettings({ url: 'http://127.0.0.1:9', key: 'k' })).rejects.toThrow(rejected)
  await expect(externalSettings({ ...external, key: 'wrong' })).rejects.toThrow(rejected)
  await expect(externalSettings({ ...external, url: `${external.url}/auth/v1` })).rejects.toThrow(rejected)
})
