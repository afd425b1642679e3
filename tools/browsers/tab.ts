import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'

/** An element of a page. */
export interface Element {
  click(): Promise<void>
  /** Replaces its text. */
  fill(text: string): Promise<void>
}

/** A page of a new visitor, as a browser's library drives it. */
export interface Page {
  goto(url: string): Promise<void>
  /** Runs an expression in the page, after the prelude. */
  evaluate(expression: string): Promise<unknown>
  /** The element that an expression comes to, after the prelude; null without one. */
  element(expression: string): Promise<Element | null>
  /** Errors that the browser itself reports. */
  errors: string[]
  close(): Promise<void>
}

/** A running browser. */
export interface Browser {
  version: string
  newPage(): Promise<Page>
  close(): Promise<void>
}

const library = createRequire(import.meta.url)
  .resolve('@testing-library/dom')
  .replace(/index\.js$/, '@testing-library/dom.umd.min.js')

/** Runs once in each document: finds elements by role and name, and keeps the errors, since WebDriver cannot read a console. */
export const prelude = `if (!window.TestingLibraryDom) {
  const keep = (text) => {
    const errors = JSON.parse(sessionStorage.getItem('test-errors') ?? '[]')
    sessionStorage.setItem('test-errors', JSON.stringify([...errors, location.pathname + ': ' + text]))
  }
  const { error } = console
  console.error = (...parts) => {
    keep(parts.join(' '))
    error.apply(console, parts)
  }
  addEventListener('error', ({ message, target }) => {
    keep(message ?? 'could not load ' + (target.src ?? target.href))
  }, true)
  addEventListener('unhandledrejection', ({ reason }) => { keep(String(reason)) })
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    keep('refused by ' + violatedDirective + ': ' + blockedURI)
  })
  window.reachable = (element) => {
    element?.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = element?.getClientRects()[0] ?? {}
    return element?.contains(document.elementFromPoint(x + width / 2, y + height / 2)) ? element : null
  }
  ${readFileSync(library, 'utf8')}
}`

/** A name, whole or by its pattern. */
type Name = string | RegExp
type Role = 'button' | 'dialog' | 'heading' | 'link'

const literal = (name: Name): string => (typeof name === 'string' ? JSON.stringify(name) : String(name))
const byRole = (role: Role, name: Name) => `ByRole(document.body, '${role}', { name: ${literal(name)} })`

/** A visitor who finds by role and name, in any browser. */
export class Tab {
  constructor(
    private readonly page: Page,
    private readonly siteUrl: string,
  ) {}

  /** Opens a page and waits until it is hydrated. */
  async open(address: string): Promise<void> {
    await this.page.goto(this.siteUrl + address)
    await this.until(`performance.getEntriesByName('shop-ready').length > 0`)
  }

  /** Presses a button or follows a link. */
  async press(role: Role, name: Name): Promise<void> {
    await this.reach(byRole(role, name), (element) => element.click())
  }

  /** Replaces the text of a field. */
  async fill(label: Name, text: string): Promise<void> {
    await this.reach(`ByLabelText(document.body, ${literal(label)})`, (element) => element.fill(text))
  }

  /** Waits for an element. */
  async has(role: Role, name: Name): Promise<void> {
    await this.until(`TestingLibraryDom.queryAll${byRole(role, name)}.length > 0`)
  }

  /** Waits for a text. @returns all that its element says */
  async says(text: Name): Promise<string> {
    const found = `TestingLibraryDom.queryAllByText(document.body, ${literal(text)})[0]?.textContent`
    return String(await this.until(found))
  }

  /** Waits until an expression holds in the page. @returns its value */
  async until(expression: string): Promise<unknown> {
    return poll(expression, () => this.page.evaluate(expression))
  }

  /** The messages of the console. */
  async errors(): Promise<string[]> {
    const kept: string[] = JSON.parse(
      String(await this.page.evaluate(`sessionStorage.getItem('test-errors') ?? '[]'`)),
    )
    return [...this.page.errors, ...kept]
  }

  // The last one, as a dialog stands after the page that it covers; and only when nothing, such as a toast, is over it.
  private async reach(query: string, act: (element: Element) => Promise<void>): Promise<void> {
    await poll(query, async () => {
      const element = await this.page.element(`reachable(TestingLibraryDom.queryAll${query}.at(-1))`)
      if (element) await act(element)
      return element
    })
  }
}

async function poll<T>(what: string, look: () => Promise<T>): Promise<NonNullable<T>> {
  const end = performance.now() + 60_000
  let reason = ''
  while (performance.now() < end) {
    try {
      const found = await look()
      if (found) return found
    } catch (error) {
      // The element has been replaced meanwhile.
      reason = String(error)
    }
    await delay(50)
  }
  throw new Error(`Not within a minute: ${what} ${reason}`)
}
