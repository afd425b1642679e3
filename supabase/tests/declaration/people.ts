/** Who sends a request, as the API tells Postgres: signed in or not, with which headers. */
export interface Visitor {
  user?: { id: string; email: string }
  headers?: Record<string, string>
}

/** Who tries: `nobody` sends a session id that could be guessed, `dismissed` was staff. */
export const actors = ['nobody', 'guest', 'owner', 'other', 'staff', 'dismissed', 'service'] as const
export type Actor = (typeof actors)[number]

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
export interface World {
  people: Record<Exclude<Actor, 'service'>, Person>
  productId: string
  /** An account with neither profile nor customer record. */
  newcomer: { userId: string; email: string }
}
