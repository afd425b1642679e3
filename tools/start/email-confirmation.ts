import { errorMessage } from '../../shell/server/error-message'
import { UsageError, type ExternalBackend } from '../environment'

/**
 * Orders of guests go to the account that has their email address, so an account must have proved its address.
 * @throws UsageError when the Supabase makes accounts with unconfirmed addresses, or does not tell whether it does
 */
export async function ensureConfirmsEmail({ url, key }: Pick<ExternalBackend, 'url' | 'key'>): Promise<void> {
  const unknown = (why: string) =>
    new UsageError(
      `${url}/auth/v1/settings does not tell whether accounts confirm their email address (${why}): the shop does ` +
        'not start without that. Check SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY.',
    )
  let settings: unknown
  try {
    const timeout = AbortSignal.timeout(5000)
    const response = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key }, signal: timeout })
    if (!response.ok) throw new Error(`it answered ${String(response.status)}`)
    settings = await response.json()
  } catch (error) {
    throw unknown(errorMessage(error))
  }
  const unconfirmed: unknown =
    typeof settings === 'object' && settings !== null && 'mailer_autoconfirm' in settings
      ? settings.mailer_autoconfirm
      : undefined
  if (unconfirmed === false) return
  if (unconfirmed !== true) throw unknown('mailer_autoconfirm is missing')
  throw new UsageError(
    `${url} makes accounts without confirming their email address: whoever typed a guest's address would get that ` +
      'guest\'s orders. Turn on "Confirm email" in Supabase\'s settings of sign-in by email (self-hosted: ' +
      'GOTRUE_MAILER_AUTOCONFIRM=false).',
  )
}
