import { expect, type Locator, type Page } from '@playwright/test'

/** The effort of a person for a task. */
export interface Effort {
  /** Presses, choices, filled fields, and scrolls to what was out of sight. */
  steps: number
  /** By keyboard: presses of keys that only moved, such as Tab. */
  keys: number
}

/** The actions of a person. Each counts as one step of their effort; scrolling or tabbing to the target counts as more. */
interface TaskActions {
  press(target: Locator): Promise<void>
  fill(target: Locator, text: string): Promise<void>
  /** Chooses a radio or ticks a box. */
  tick(target: Locator): Promise<void>
  /** Chooses from a list. @param value of the option */
  select(list: Locator, value: string): Promise<void>
  /** Sends a form whose last field was just filled. */
  submit(button: Locator): Promise<void>
  /** Brings into sight what is to be read. */
  see(target: Locator): Promise<void>
}

/** Whether the middle of what a person would press is in the window and covered by nothing. */
function isInSight(element: Element): boolean {
  const isChoice = element instanceof HTMLInputElement && ['radio', 'checkbox'].includes(element.type)
  const area = (isChoice && element.labels?.[0]) || element
  const { left, top, width, height } = area.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return hit !== null && (area.contains(hit) || hit.contains(area))
}

const toMiddle = (element: Element) => {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** Waits for two frames, so that a page that was just opened has scrolled to where it begins. */
const settle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
  )

/** How long a person waits for a page to come to rest before they scroll, in milliseconds. */
const restMs = 500

/** Whether a thing is in sight, or comes into sight as the page comes to rest. */
async function isSeen(page: Page, target: Locator): Promise<boolean> {
  const end = performance.now() + restMs
  do {
    await settle(page)
    if (await target.evaluate(isInSight)) return true
  } while (performance.now() < end)
  return false
}

/** @param timeout ms to wait for a thing to be there; @param scripts whether the page runs any */
export function mouseActions(page: Page, effort: Effort, timeout: number, scripts: boolean): TaskActions {
  const see = async (target: Locator) => {
    await target.waitFor({ state: 'attached', timeout })
    if (await (scripts ? isSeen(page, target) : target.evaluate(isInSight))) return
    effort.steps += 1
    await target.evaluate(toMiddle)
  }
  const press = async (target: Locator) => {
    await target.waitFor({ timeout })
    await see(target)
    effort.steps += 1
    await target.click({ timeout })
  }
  return {
    see,
    press,
    submit: press,
    async fill(target, text) {
      await target.waitFor({ timeout })
      await see(target)
      effort.steps += 1
      await target.fill(text, { timeout })
    },
    async tick(target) {
      await see(target)
      effort.steps += 1
      // Its label is what is seen and pressed.
      await target.check({ force: true, timeout })
    },
    async select(list, value) {
      await list.waitFor({ timeout })
      await see(list)
      effort.steps += 1
      await list.selectOption(value, { timeout })
    },
  }
}

const maxKeys = 250

/** Where the focus is, seen from an element that a person wants to reach. */
function focusFrom(element: Element): 'here' | 'on its group' | 'before' | 'behind' {
  const active = document.activeElement
  if (active === element) return 'here'
  if (!active || active === document.body) return 'before'
  const isOther =
    active instanceof HTMLInputElement &&
    element instanceof HTMLInputElement &&
    active.type === 'radio' &&
    active.name === element.name &&
    active.form === element.form
  if (isOther) return 'on its group'
  return active.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'behind' : 'before'
}

/** @param timeout ms to wait for a thing to be there */
export function keyboardActions(page: Page, effort: Effort, timeout: number): TaskActions {
  const move = async (key: string) => {
    effort.keys += 1
    await page.keyboard.press(key)
  }
  const moveUntil = async (key: () => Promise<string | null>) => {
    for (let pressed = 0; pressed < maxKeys; pressed += 1) {
      const next = await key()
      if (next === null) return
      await move(next)
    }
    throw new Error(`It was not reached by ${String(maxKeys)} keys`)
  }
  const tabTo = async (target: Locator) => {
    await target.waitFor({ state: 'attached', timeout })
    await settle(page)
    await moveUntil(async () => {
      const where = await target.evaluate(focusFrom)
      if (where === 'here' || where === 'on its group') return null
      return where === 'behind' ? 'Shift+Tab' : 'Tab'
    })
  }
  const press = async (target: Locator) => {
    await expect(target).toBeEnabled({ timeout })
    if ((await target.getAttribute('role')) === 'option') {
      // The field above keeps the focus.
      await moveUntil(async () =>
        (await target.getAttribute('aria-selected')) === 'true' ? null : 'ArrowDown',
      )
    } else {
      await tabTo(target)
    }
    effort.steps += 1
    await page.keyboard.press('Enter')
  }
  return {
    press,
    async fill(target, text) {
      await tabTo(target)
      effort.steps += 1
      await page.keyboard.insertText(text)
      await expect(target).toHaveValue(text, { timeout })
    },
    async tick(target) {
      await tabTo(target)
      await moveUntil(async () => ((await target.evaluate(focusFrom)) === 'here' ? null : 'ArrowDown'))
      effort.steps += 1
      if (!(await target.isChecked())) await page.keyboard.press('Space')
    },
    async select(list, value) {
      await tabTo(list)
      await moveUntil(async () => ((await list.inputValue()) === value ? null : 'ArrowDown'))
      effort.steps += 1
    },
    async submit(button) {
      await expect(button).toBeEnabled({ timeout })
      // Enter in a field of one line sends its form.
      const inField = await page.evaluate(() => document.activeElement instanceof HTMLInputElement)
      if (!inField) {
        await press(button)
        return
      }
      effort.steps += 1
      await page.keyboard.press('Enter')
    },
    async see(target) {
      await target.waitFor({ timeout })
      if (await isSeen(page, target)) return
      effort.steps += 1
      await target.evaluate(toMiddle)
    },
  }
}
