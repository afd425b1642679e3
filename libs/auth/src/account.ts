import type { User } from '@shop/supabase'

/** Who is signed in, as far as the shop shows it. */
export interface Account {
  id: string
  email: string
  firstName: string
  lastName: string
}

/** The staff member behind the account. */
export interface Admin {
  id: string
  firstName: string
  lastName: string
  /** 'super_admin', 'admin' or 'moderator'; for show: what they may do is the database's to say. */
  role: string
}

/** The visitor's sign-in state. 'loading' and 'signed-out' never carry an account. */
export interface AuthState {
  status: 'loading' | 'signed-out' | 'signed-in'
  user: Account | null
  admin: Admin | null
  adminStatus: 'loading' | 'none' | 'admin'
  /** Why a stored session or the admin rights could not be checked; null when they were. */
  error: Error | null
}

export const loadingState: AuthState = {
  status: 'loading',
  user: null,
  admin: null,
  adminStatus: 'loading',
  error: null,
}
export const signedOutState: AuthState = {
  status: 'signed-out',
  user: null,
  admin: null,
  adminStatus: 'none',
  error: null,
}

/** A string from unvalidated data, '' for anything else. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The account of the provider's user; the names are those entered at sign-up. */
export function toAccount({ id, email, user_metadata }: User): Account {
  return {
    id,
    email: email ?? '',
    firstName: text(user_metadata.first_name),
    lastName: text(user_metadata.last_name),
  }
}
