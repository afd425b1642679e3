import { expect, type Locator, type Page } from '@playwright/test'

/** A control of which can be told how often it was pressed. */
export interface Control {
  name: string
  /** Pressed in turn, as they lie in the drawn page. */
  press: Locator[]
  /** Prepares it before the first press. */
  prepare?: () => Promise<void>
  /** Expects what so many presses lead to. */
  expectPressed(times: number): Promise<void>
}

const isOdd = (times: number) => times % 2 === 1

export function heart(page: Page, product: string): Control {
  const button = page.getByRole('button', {
    name: new RegExp(`^(Add|Remove) ${product} (to|from) wishlist$`),
  })
  return {
    name: `heart of ${product}`,
    press: [button],
    expectPressed: (times) => expect(button).toHaveAttribute('aria-pressed', String(isOdd(times))),
  }
}

export function disclosure(page: Page, title: string): Control {
  const summary = page.locator('summary').filter({ hasText: new RegExp(`^${title}$`) })
  const details = page.locator('details').filter({ has: summary })
  // It may be open in the page as it is drawn.
  let wasOpen = false
  return {
    name: `disclosure "${title}"`,
    press: [summary],
    async prepare() {
      wasOpen = await details.evaluate((drawn: HTMLDetailsElement) => drawn.open)
    },
    expectPressed: (times) => expect(details).toHaveJSProperty('open', isOdd(times) ? !wasOpen : wasOpen),
  }
}

/** Next and previous picture in turn. */
export function gallery(page: Page, product: string): Control {
  const strip = page.getByRole('main').getByRole('list', { name: `Pictures of ${product}` })
  return {
    name: 'gallery',
    press: ['Next', 'Previous'].map((which) => page.getByRole('button', { name: `${which} picture` })),
    expectPressed: (times) =>
      expect
        .poll(() => strip.evaluate(({ scrollLeft, clientWidth }) => scrollLeft / clientWidth))
        .toBe(isOdd(times) ? 1 : 0),
  }
}

/** One more, or one less of many. */
export function quantity(page: Page, step: 1 | -1): Control {
  const field = page.getByRole('spinbutton', { name: /^Quantity of/ })
  const many = 19
  return {
    name: step === 1 ? 'one more' : 'one less',
    press: [page.getByRole('button', { name: step === 1 ? 'Increase quantity' : 'Decrease quantity' })],
    async prepare() {
      if (step === -1) await field.fill(String(many))
    },
    expectPressed: (times) => expect(field).toHaveValue(String(step === 1 ? 1 + times : many - times)),
  }
}

/** Light, dark, that of the system, and light again. */
export function theme(page: Page): Control {
  const button = page.getByRole('banner').getByRole('button', { name: /^Theme: / })
  const themes = ['Light', 'Dark', 'System']
  return {
    name: 'theme',
    press: [button],
    expectPressed: (times) =>
      expect(button).toHaveAccessibleName(new RegExp(`^Theme: ${String(themes[times % themes.length])}\\.`)),
  }
}
