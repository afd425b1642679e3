import type { User } from '@shop/supabase'

/** The signed-in person, with the data that the shop shows. */
export interface Account {
  id: string
  email: string
  firstName: string
  lastName: string
}

/** The visitor's sign-in state. 'loading' and 'signed-out' never carry an account. */
export interface AuthState {
  status: 'loading' | 'signed-out' | 'signed-in'
  user: Account | null
  /** Whose session ended without their asking; null once somebody has signed in, or out. Their form and cart are kept. */
  ended: Account | null
  /** Why a stored session could not be checked; null when it was. */
  error: Error | null
}

export const loadingState: AuthState = { status: 'loading', user: null, ended: null, error: null }
export const signedOutState: AuthState = { status: 'signed-out', user: null, ended: null, error: null }

/** A string from unvalidated data, '' for anything else. */
function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The account of the provider's user; the names are those entered at sign-up. */
export function toAccount({
  id,
  email,
  user_metadata,
}: Pick<User, 'id' | 'email' | 'user_metadata'>): Account {
  return {
    id,
    email: email ?? '',
    firstName: text(user_metadata.first_name),
    lastName: text(user_metadata.last_name),
  }
}
