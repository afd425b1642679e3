import type { Role } from './rights'

/** The sender of a request, as the API tells Postgres: signed in or not, with which headers. */
export interface Visitor {
  /** Further claims of the token. */
  claims?: Record<string, unknown>
  user?: { id: string; email: string }
  /** The id of the provider's session, where a call asks for one. */
  session?: string
  headers?: Record<string, string>
}

/** The visitors of the policy tests: `nobody` sends a session id that could be guessed, `staff` has every right, `dismissed` had. */
export const actors = [
  'nobody',
  'guest',
  'owner',
  'other',
  'staff',
  'admin',
  'moderator',
  'dismissed',
  'service',
] as const
export type Actor = (typeof actors)[number]

/** The roles of those who are staff. */
export const roleOf: Readonly<Partial<Record<Actor, Role>>> = {
  staff: 'super_admin',
  admin: 'admin',
  moderator: 'moderator',
}

/** Someone with rows of their own. */
export interface Person {
  visitor: Visitor
  userId: string
  email: string
  customerId: string
  orderId: string
  shipmentId: string
  checkoutId: string
}

/** A shop in which everybody has something of everything, and something of everything is switched off. */
export interface Fixtures {
  people: Record<Exclude<Actor, 'service'>, Person>
  productId: string
  /** An account with neither profile nor customer record. */
  newcomer: { userId: string; email: string }
}
