import type { Settings } from '@shop/settings'

/** A label and its value. */
interface Fact {
  label: string
  value: string
  /** The row that the others lead to, such as the total. */
  strong?: boolean
}

/** One bought item with formatted amounts. */
export interface ItemLine {
  name: string
  sku: string
  quantity: number
  unit: string
  total: string
}

/** One part of an email. All texts are plain: the writers escape them. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'lines'; lines: string[] }
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'items'; items: ItemLine[] }
  /** What the reader opened the email for: a day of arrival, a code. */
  | { kind: 'panel'; label: string; value: string; note?: string }
  /** What the reader does next. An email has one. */
  | { kind: 'button'; label: string; href: string }
  | { kind: 'link'; label: string; href: string }
  | { kind: 'quote'; text: string }

/** The content of an email, from which both its text and its HTML are rendered. */
export interface Description {
  subject: string
  heading: string
  blocks: Block[]
  /** What must be in the email but is not what it is about: terms and rights, small and at the end. */
  terms?: Block[]
  /** The sender, for the footer. */
  sender: string[]
}

/** Context that all emails share. */
export interface EmailContext {
  /** Without a slash at the end. */
  siteUrl: string
  business: Settings['business']
  /** When the email was put into the outbox. */
  queuedAt: Date
}

/** Describes one kind of email. @throws ValiError when the data is not what the email needs */
export type Describe = (data: unknown, context: EmailContext) => Omit<Description, 'sender'>

// Bidirectional controls, with which a name could reorder a whole line.
const bidiControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** A text as one line: no control characters, no line ends of any kind. */
export function oneLine(text: string): string {
  return text
    .replace(bidiControls, '')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

/** The lines of a text, each without control characters. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine)
}
