import type { Locator, Page } from '@playwright/test'
import { keyboardActions, mouseActions, type Effort } from './task-actions'
import { words } from './task-words'

/** The ways in which each task is done. */
export const ways = ['mouse', 'keyboard', 'without scripts'] as const
export type Way = (typeof ways)[number]

/** A name as assistive technology reads it; a text is the whole name. */
type Name = string | RegExp

const exactly = (name: Name) => ({ name, exact: true })

/** The first of these that is shown. */
const shown = (found: Locator) => found.filter({ visible: true }).first()

/** The button, link or control of that name. */
const pressable = (within: Page | Locator, name: Name) =>
  shown(
    within
      .getByRole('link', exactly(name))
      .or(within.getByRole('button', exactly(name)))
      .or(within.getByRole('option', exactly(name)))
      // The title of a disclosure has no role of its own.
      .or(within.locator('summary').filter({ hasText: name })),
  )

const field = (page: Page, name: Name) =>
  shown(
    page
      .getByRole('textbox', exactly(name))
      .or(page.getByRole('combobox', exactly(name)))
      .or(page.getByRole('searchbox', exactly(name)))
      .or(page.getByRole('spinbutton', exactly(name))),
  )

interface Circumstances {
  page: Page
  way: Way
  /** ms to wait for what a step needs. */
  timeout: number
}

export type Person = ReturnType<typeof meetPerson>

/** A person who uses a page in one way and counts what it takes. They find everything by role and accessible name. */
export function meetPerson({ page, way, timeout }: Circumstances) {
  const scripts = way !== 'without scripts'
  const effort: Effort = { steps: 0, keys: 0 }
  const actions =
    way === 'keyboard' ? keyboardActions(page, effort, timeout) : mouseActions(page, effort, timeout, scripts)

  const press = (name: Name, within: Page | Locator = page) => actions.press(pressable(within, name))
  /** Opens what hides a thing, where something does. */
  const reveal = async (target: Locator, behind: Name) => {
    await shown(target.or(pressable(page, behind))).waitFor({ timeout })
    if (!(await shown(target).isVisible())) await press(behind)
  }
  /** Chooses a radio, unless it is chosen already. */
  const choose = async (name: Name) => {
    const radio = page.getByRole('radio', exactly(name))
    await radio.waitFor({ state: 'attached', timeout })
    if (!(await radio.isChecked())) await actions.tick(radio)
  }

  return {
    page,
    way,
    scripts,
    effort,
    press,
    reveal,
    /** Waits until something of that name can be pressed. */
    waitFor: (name: Name, within: Page | Locator = page) => pressable(within, name).waitFor({ timeout }),
    see: (target: Locator) => actions.see(target),
    fill: (name: Name, text: string) => actions.fill(field(page, name), text),
    submit: (name: Name, within: Page | Locator = page) => actions.submit(pressable(within, name)),
    tick: (name: Name) => actions.tick(page.getByRole('checkbox', exactly(name))),

    choose,

    /** Chooses from a list, or the radio of that name where there is none. @param behind what opens their place, if it is closed */
    async pick(name: Name, option: RegExp, behind?: Name) {
      const lists = page.getByRole('combobox', exactly(name))
      const radios = page.getByRole('radio', { name: option })
      if (behind !== undefined) await reveal(lists.or(radios), behind)
      await shown(lists.or(radios)).waitFor({ timeout })
      if (!(await shown(lists).isVisible())) {
        await choose(option)
        return
      }
      const wanted = shown(lists).getByRole('option', { name: option })
      const value = await wanted.getAttribute('value', { timeout })
      await actions.select(shown(lists), value ?? '')
    },

    /** Follows a link of the shop: in the header, in the menu of narrow windows, or in the footer. */
    async goTo(name: Name) {
      const inHeader = pressable(page.getByRole('banner'), name)
      const hasMenu = words.inMenu.some((each) => each === name) && (scripts || words.menuWithoutScripts)
      if (await inHeader.isVisible()) await actions.press(inHeader)
      else if (hasMenu && (await page.getByRole('button', { name: words.menu }).isVisible())) {
        await press(words.menu)
        // Without scripts it opens the navigation of the header.
        await press(name, page.getByRole('dialog').or(page.getByRole('banner')))
      } else await press(name, page.getByRole('contentinfo'))
    },
  }
}
