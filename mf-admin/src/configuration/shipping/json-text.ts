/** What is wrong with a JSON text. */
export interface JsonProblem {
  /** From 1. */
  line: number
  /** In words: 'A comma is missing before "actions".' */
  reason: string
}

/** An object as it was read, or what is wrong with the text. */
export type JsonReading = { value: Record<string, unknown>; problem?: undefined } | { problem: JsonProblem }

class Fault extends Error {
  constructor(
    readonly at: number,
    reason: string,
  ) {
    super(reason)
  }
}

const maxDepth = 50

/** Reads a text from left to right and stops at the first mistake. Browsers name no line, or each in its own way. */
class Scanner {
  private at = 0
  constructor(private readonly text: string) {}

  document(): void {
    this.space()
    if (this.text[this.at] !== '{') this.fail('It must be an object, which starts with {.')
    this.value(0)
    this.space()
    if (this.at < this.text.length) this.fail('There is more after the last }.')
  }

  private fail(reason: string, at = this.at): never {
    throw new Fault(at, reason)
  }

  private space(): void {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? '')) this.at += 1
  }

  private take(pattern: RegExp): string | undefined {
    const found = new RegExp(pattern.source, 'y')
    found.lastIndex = this.at
    const [match] = found.exec(this.text) ?? []
    this.at += match?.length ?? 0
    return match
  }

  private value(depth: number): void {
    if (depth > maxDepth) this.fail('This is nested too deeply.')
    const next = this.text[this.at]
    if (next === '{') this.list('}', (keys) => this.entry(depth, keys), 'key')
    else if (next === '[') this.list(']', () => this.value(depth + 1), 'value')
    else if (next === '"') this.string()
    else this.word()
  }

  /** The entries of an object or a list; every one but the first has its comma. */
  private list(end: '}' | ']', entry: (keys: Set<string>) => void, what: string): void {
    const keys = new Set<string>()
    const start = this.at
    this.at += 1
    this.space()
    if (this.take(end === '}' ? /\}/ : /\]/)) return
    for (;;) {
      this.space()
      if (this.text[this.at] === end) this.fail('There is a comma too many before the end.')
      if (this.at >= this.text.length) this.fail(`The closing ${end} is missing.`, start)
      entry(keys)
      this.space()
      if (this.take(end === '}' ? /\}/ : /\]/)) return
      if (this.at >= this.text.length) this.fail(`The closing ${end} is missing.`, start)
      if (!this.take(/,/)) this.fail(`A comma is missing before the next ${what}.`)
    }
  }

  private entry(depth: number, keys: Set<string>): void {
    const start = this.at
    if (this.text[start] !== '"') this.fail('A key must be in double quotes.')
    const key = this.string()
    if (keys.has(key)) this.fail(`The key "${key}" is there twice.`, start)
    keys.add(key)
    this.space()
    if (!this.take(/:/)) this.fail(`A colon is missing after "${key}".`)
    this.space()
    this.value(depth + 1)
  }

  private string(): string {
    const start = this.at
    const token = this.take(/"(?:[^"\\\n\r]|\\[^\n\r])*"/)
    if (token === undefined) return this.fail('The text has no closing double quote on this line.')
    let text: string
    try {
      text = JSON.parse(token)
    } catch {
      return this.fail('The text holds a tab or a wrong backslash.', start)
    }
    // The database cannot keep these.
    if (text.includes('\u0000') || /\p{Surrogate}/u.test(text))
      this.fail('The text holds a character that cannot be kept.', start)
    return text
  }

  private word(): void {
    const start = this.at
    const token = this.take(/[^\s,:\]}[{"]+/)
    if (token === undefined) return this.fail('A value is missing.')
    if (['true', 'false', 'null'].includes(token)) return
    if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(token)) {
      if (!Number.isFinite(Number(token))) this.fail('This number is too large.', start)
      return
    }
    this.fail(
      /^[-+.\d]/.test(token)
        ? `${token} is not a number as JSON writes it, such as 0.5.`
        : `${token} is no value: text goes in double quotes; other values are true, false or null.`,
      start,
    )
  }
}

/** Reads a text that must hold a JSON object; a blank text is an empty one. */
export function readJsonObject(text: string): JsonReading {
  if (text.trim() === '') return { value: {} }
  try {
    new Scanner(text).document()
    const value: Record<string, unknown> = JSON.parse(text)
    return { value }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { problem: { line: text.slice(0, error.at).split('\n').length, reason: error.message } }
  }
}

/** "Line 2: A comma is missing before the next key." */
export const problemText = ({ line, reason }: JsonProblem): string => `Line ${String(line)}: ${reason}`

/** An object as the form shows it. */
export const jsonText = (value: Readonly<Record<string, unknown>>): string => JSON.stringify(value, null, 2)
