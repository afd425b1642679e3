import type { Attacker, Outcome } from './attack'
import type { Facts, Question } from './growth'
import type { Actor, Person, Fixtures } from './people'
import type { Right } from './rights'

/** A way to act upon rows. */
export const commands = ['select', 'insert', 'update', 'delete'] as const
export type Command = (typeof commands)[number]

/**
 * The rows a visitor reaches: `rejected` (no right, 42501), `none` (the right, but no row), their `own`, the `active` ones,
 * `all`, or those with the labels listed. Of inserts: the kinds of row that are admitted.
 */
export type Reach = 'rejected' | 'none' | 'own' | 'active' | 'all' | readonly string[]

/** By kind of visitor: not signed in, signed in, staff with the right they need. `nobody` sends no valid session id, `dismissed` was staff. */
export interface ReachByVisitor {
  anon: Reach
  user: Reach
  staff: Reach
  nobody?: Reach
  dismissed?: Reach
}

/** Names of columns, separated by blanks. */
interface Columns {
  /** Columns that are read. Where it is not said, the signed in read every one that the table has; others read none. */
  select?: string
  insert?: string
  update?: string
}

/** How rows are told apart and acted upon. */
interface RowKinds {
  /** SQL text of whose or what kind a row `t` is. */
  label: string
  /** Every label that the fixtures must hold. */
  labels: readonly string[]
  key: string
  /** SQL of an update of every row. */
  change: string
  /** SQL of rows to insert, by kind; `them` is somebody else. */
  insert: Record<string, (me: Person, them: Person, fixtures: Fixtures) => string>
  /** Run with all rights before an attempt, to take away what else stands in its way. */
  before?: { insert?: (me: Person) => string; delete?: string }
}

/** A statement that policies must stop by themselves, were every column granted: its error, or the number of rows. */
export interface Overreach {
  actor: Actor
  statement: (me: Person, them: Person, fixtures: Fixtures) => string
  response: string
}

/** What staff need to reach more than other visitors do; being staff is enough for what is not named. */
interface Needs {
  read?: Right
  write?: Right
  /** Of some kinds of row, beside `write`. */
  writeAlso?: Readonly<Record<string, Right>>
  /** Writes without the right change nothing and say nothing: it is a table of the platform's. */
  isSilent?: true
}

/** The declaration of a table for the policy tests. */
export interface PolicyDeclaration {
  /** Every policy, by to whom it speaks. Policies add up, so one that is not written here fails, however narrow it is. */
  policies: {
    /** Those that also speak to visitors who are not signed in. */
    forAnyone?: readonly string[]
    /** Those for the signed in alone, staff among them. */
    forSignedIn?: readonly string[]
  }
  /** Columns by role of the API; policies tell staff from the other signed in. A granted column not written here fails. */
  columns?: { anon?: Columns; signedIn?: Columns }
  /** Who may do what to which rows. */
  reach: Record<Command, ReachByVisitor>
  needs?: Needs
  rows: RowKinds
  /** SQL that adds rows of every kind to the fixtures: before anybody buys, and after everybody has. */
  fixtures?: { beforeOrders?: string; afterOrders?: string }
  overreaches?: readonly Overreach[]
  /** Other tables whose policies ask this one. */
  askedBy?: readonly string[]
}

/** People and rows of the attacked shop that SQL of seeds and facts may name. */
export interface ShopFixtures {
  product: string
  victim: { customer: string }
  buyer: { customer: string }
  stranger: { customer: string }
  /** An order of the victim, paid. */
  victimOrder: string
  /** The victim's open checkout, by its session id. */
  victimCheckout: string
  /** The paid checkout of a guest, by its session id. */
  guestCheckout: string
}

/**
 * What attackers try over HTTP. Requests may name facts of the shop as `@name@`; SQL of conditions may name the attackers'
 * own ids as `$users`, `$customers`, `$sessions` and `$checkouts`, and as `$kept` the ids of all that is not theirs.
 */
interface AttackDeclaration {
  /** The column by which a row is aimed at; the key of the table where it is not said. */
  key?: string
  /** The row aimed at: somebody else's, or the shop's. */
  row: string
  /** JSON of a row that nobody may write. */
  forged: string
  /** JSON of a change that nobody may make. */
  change: string
  /** Columns to merge duplicates on. */
  unique?: string
  /** Attackers who may read rows of it that are their own. */
  readers?: readonly Attacker[]
  /** Attackers' rows are theirs to delete. */
  isTheirsToDelete?: true
  /** What a buyer tries with a row that is theirs: its filter, and JSON of changes by what they give it; without one it is deleted. */
  own?: { row: string; changes: Readonly<Record<string, readonly [Outcome, string?]>> }
  /** JSON that everybody may send to be written, by what is odd about it. */
  writes?: Readonly<Record<string, readonly [Outcome, string]>>
  /** SQL of the rows that must be there, once everybody has bought. */
  seed?: (cast: ShopFixtures) => string
  /** SQL that reads one id, by the name of the fact. */
  facts?: Readonly<Record<string, (cast: ShopFixtures) => string>>
  /** Texts in its rows that must never come back. */
  secrets?: readonly string[]
  /** SQL condition of rows `t` that must stay as they are, to the last column; all of them where it is not said. */
  others?: string
  /** SQL of rows that attackers could have gained among their own rows; none may be found. */
  gains?: Readonly<Record<string, string>>
  /** SQL condition of the rows that are copied to the table of the same name in schema `saved`, and SQL that restores them. */
  ownRows?: { saved?: string; restore: string }
}

/** A write by somebody who may write to the table, rejected for what it holds: the error names no row. */
interface RejectedWrite {
  by: 'a guest' | 'a shopper' | 'staff'
  statement: string
  code: string
}

/** All that tests need to know of a table of the API. */
export interface TableDeclaration extends PolicyDeclaration {
  attack: AttackDeclaration
  rejectedWrites?: readonly RejectedWrite[]
  /** SQL of the rows that show a fault, by what is wrong; at no moment may one be found. */
  invariants?: Readonly<Record<string, string>>
  /** The queries of its lists, whose cost must not grow with the shop. */
  growth?: (facts: Facts) => Question[]
}
