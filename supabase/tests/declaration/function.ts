import type { Attacker, Outcome } from './attack'
import type { Facts, Question } from './growth'
import type { Right } from './rights'

/** The result of a call by kind of visitor: an error's code, or `ok`. */
export interface GuardedCall {
  call: string
  anon: string
  user: string
  staff: string
  service: string
  /** The right that staff need for it; without it they get PT403. Being staff is enough where none is named. */
  needs?: Right
}

/** All that tests need to know of a function of the API. */
export interface FunctionDeclaration {
  /** Who may execute it. Staff's is granted to all who are signed in and rejects the others by itself. */
  for: 'everyone' | 'signed in' | 'staff' | 'service'
  /** It does no more than its caller could, so `private` holds no function of its name. */
  hasNoTwin?: true
  /** Calls of it and of its twin in `private`. */
  calls?: readonly GuardedCall[]
  /** The attackers that call it. */
  by: readonly Attacker[]
  /** Its arguments: JSON text that works, and what may come of another value. */
  args: Readonly<Record<string, { good: string; bad: Outcome }>>
  /** The calls of pages, whose cost must not grow with the shop. */
  growth?: (facts: Facts) => Question[]
}

/** An argument of a function that rejects those who attack it, whatever is sent. */
export const rejected = (good: string): { good: string; bad: Outcome } => ({ good, bad: 'rejected' })

/** Answers of what staff alone may call. */
export const staffOnly = { anon: '42501', user: 'PT403', staff: 'ok', service: 'PT403' }

/** Answers of what the service alone may call. */
export const serviceOnly = { anon: '42501', user: '42501', staff: '42501', service: 'ok' }

/** Answers of what no role of the API may call. */
export const internal = { anon: '42501', user: '42501', staff: '42501', service: '42501' }
