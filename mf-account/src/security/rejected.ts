import { providerCode, providerMessage } from '../auth/auth-failure'

/** What a rejected change says: at the field of the present password, at that of the change, or nowhere in particular. */
export function rejectionOf(error: unknown): { at: 'current' | 'change'; message: string } | null {
  const message = providerMessage(error)
  if (message === null) return null
  return providerCode(error) === 'invalid_credentials'
    ? { at: 'current', message: 'This is not your current password.' }
    : { at: 'change', message }
}
