import { existsSync } from 'node:fs'
import { ensureConfirmsEmail } from './email-confirmation'
import { ensurePayable, type Environment, type ExternalBackend } from '../environment'
import { ensureResponds } from '../preconditions'
import { externalSettings } from './external-settings'
import { lastGoodFile } from './serve-shop'
import { readinessReport, tradingGaps } from './trading-readiness'

/**
 * Looks at another Supabase before the shop is served with it. A server that served this shop before starts without it too: on its
 * last good releases, and its pages are back once the data is.
 * @throws UsageError that says in one line what to mend
 */
export async function ensureExternal(environment: Environment, external: ExternalBackend): Promise<void> {
  const withoutResponse = await ensureResponds(external).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  if (withoutResponse) {
    if (!existsSync(lastGoodFile(environment.dataDir))) throw withoutResponse
    console.warn(withoutResponse.message)
    return
  }
  await ensureConfirmsEmail(external)
  const settings = await externalSettings(external)
  ensurePayable(settings.payment.provider, environment)
  const report = readinessReport(tradingGaps(settings, environment))
  if (report) console.warn(report)
}
