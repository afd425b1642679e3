import type { Visitor } from './people'

/** The caller: a visitor as the API knows them, or the server's own mailer. */
export type Asker = Visitor | 'mailer'

/** One thing that a page, or the mailer, asks of the database. */
export interface Question {
  name: string
  asker: Asker
  /** The statement as PostgREST would send it, with $1, $2 … */
  text: string
  values: (string | null)[]
  /** Buffers that this question may touch at any size, where its own bounds (candidates of a search) allow more than the rule. */
  bound?: number
}

/** A position in a list, newest first: the row after which the next page starts. */
export interface Place {
  at: string
  id: string
}

/** Rows of the loaded shop that the questions ask about. Positions lie halfway down their lists. */
export interface Facts {
  staff: Visitor
  guest: Visitor
  guestSession: string
  buyer: Visitor
  buyerId: string
  customerId: string
  buyerEmail: string
  slug: string
  productId: string
  /** The product with half of all reviews. */
  mostReviewed: string
  /** A product with options, and one of its variants. */
  sized: { id: string; slug: string; variant: string; sku: string }
  category: { id: string; slug: string }
  order: { id: string; number: string; email: string; postcode: string }
  method: string
  /** Checkouts ready to pay, of the guest and of the buyer. */
  checkouts: { guest: string; buyer: string }
  /** An idempotency key. */
  key: string
  /** An entry halfway down the log, its day, and whose it is. */
  logged: string
  loggedDay: string
  logger: string
  products: Place
  inCategory: Place
  orders: Place
  buyersOrders: Place
  customers: Place
  payments: Place
}

/** SQL condition of the rows after a position whose values are `$from` and the next. */
export const after = (table: string, from = 1): string =>
  `${table}.created_at <= $${String(from)} and (${table}.created_at < $${String(from)} or ${table}.id > $${String(from + 1)})`

/** The values of a position. */
export const at = ({ at: moment, id }: Place): string[] => [moment, id]
