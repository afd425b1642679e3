import { parseSettings, type StoredSettings } from '@shop/settings'
import { errorMessage } from '../../shell/server/error-message'
import { UsageError, type ExternalBackend } from '../environment'

const isRow = (row: unknown): row is { key: string; value: unknown } =>
  typeof row === 'object' && row !== null && 'key' in row && typeof row.key === 'string' && 'value' in row

/**
 * The settings of another Supabase, read before anything is built or served.
 * @throws UsageError when they cannot be read: what they say of payment decides whether the shop may start
 */
export async function externalSettings({
  url,
  key,
}: Pick<ExternalBackend, 'url' | 'key'>): Promise<StoredSettings> {
  const reject = (why: string) =>
    new UsageError(
      `The settings of the shop could not be read from ${url} (${why}): apply supabase/migrations there, and check ` +
        'SUPABASE_PUBLISHABLE_KEY.',
    )
  let rows: unknown
  try {
    const timeout = AbortSignal.timeout(5000)
    const response = await fetch(`${url}/rest/v1/shop_settings?select=key,value`, {
      headers: { apikey: key },
      signal: timeout,
    })
    if (!response.ok) throw new Error(`it answered ${String(response.status)}`)
    rows = await response.json()
  } catch (error) {
    throw reject(errorMessage(error))
  }
  if (!Array.isArray(rows) || !rows.every(isRow)) throw reject('the answer is no list of settings')
  return parseSettings(rows)
}
