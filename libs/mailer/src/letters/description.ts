import type { Settings } from '@shop/settings'

/** A label and what it says. */
interface Fact {
  label: string
  value: string
}

/** One bought item; figures as the letter prints them. */
export interface ItemLine {
  name: string
  sku: string
  quantity: number
  unit: string
  total: string
}

/** One part of a letter. All texts are plain: whoever writes them out makes them safe. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'lines'; lines: string[] }
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'items'; items: ItemLine[] }
  | { kind: 'link'; label: string; href: string }
  | { kind: 'quote'; text: string }

/** What a letter says. Its text and its HTML are both written from this, so that they cannot drift apart. */
export interface Description {
  subject: string
  heading: string
  blocks: Block[]
  /** Who writes, at the foot of the letter. */
  sender: string[]
}

/** What letters say beyond their own data. */
export interface LetterContext {
  /** Without a slash at the end. */
  siteUrl: string
  business: Settings['business']
  /** When the letter was put into the outbox. */
  queuedAt: Date
}

/** The words of one kind of letter. @throws ValiError when the data is not what the letter needs */
export type Describe = (data: unknown, context: LetterContext) => Omit<Description, 'sender'>

// Marks that turn the direction of what follows: a name could rearrange a whole line with them.
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
