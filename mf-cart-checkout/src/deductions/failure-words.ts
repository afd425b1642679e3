import { BackendError } from '@shop/supabase'

/** What to say when a code could not even be checked. */
export function failureWords(failure: Error): string {
  return failure instanceof BackendError && failure.hint === 'rate_limited'
    ? failure.message
    : 'The code could not be checked. Please try again.'
}
