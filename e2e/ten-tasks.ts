import { expect, type Page } from '@playwright/test'
import { placeOrder } from './order-steps'
import { storeShopperSession } from './people'
import type { Staff } from './shop'
import { addToCartByForm, uniqueEmail } from './steps'
import type { Person } from './task-person'
import { words } from './task-words'

/** One of the tasks of docs/ten-tasks.md, which has the words that a person is told. */
export interface Task {
  name: string
  /** Makes what the task needs. @returns the address at which it begins, and what the person has in hand */
  prepare: (page: Page, staff: Staff) => Promise<{ at: string; holds?: string }>
  /** @param holds the number or code that they were given */
  perform: (person: Person, holds: string) => Promise<void>
  /** Checks that the task is done. */
  isDone: (person: Person) => Promise<void>
}

const at = (address: string) => () => Promise.resolve({ at: address })
const isOn =
  (name: string | RegExp) =>
  ({ page }: Person) =>
    expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
const showsText =
  (text: string) =>
  ({ page }: Person) =>
    expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()

/** Fills in a name, an email address and an address at the checkout. */
async function fillDetails(person: Person): Promise<void> {
  await person.fill(words.email, uniqueEmail('task'))
  await person.fill(words.firstName, 'Imogen')
  await person.fill(words.lastName, 'Hale')
  await person.fill(words.line1, '14 Linden Mews')
  await person.fill(words.city, 'London')
  await person.fill(words.postcode, 'SW1A 1AA')
}

export const tasks: readonly Task[] = [
  {
    name: 'find',
    prepare: at('/'),
    async perform(person) {
      await person.press(words.adult)
      await person.goTo(words.search)
      await person.fill(words.searchField, 'silk mask')
      // A field that suggests nothing is sent: without scripts the browser opens it above the page.
      const isSuggesting = await person.page.getByRole('combobox', { name: words.searchField }).isVisible()
      if (!isSuggesting) await person.submit(words.search, person.page.locator('[role=search]:popover-open'))
      const results = person.page.getByRole(isSuggesting ? 'dialog' : 'main')
      await person.waitFor(/^Nocturne Silk Eye Mask/, results)
      await person.press(/^Nocturne Silk Eye Mask/, results)
    },
    isDone: isOn('Nocturne Silk Eye Mask'),
  },
  {
    name: 'choose',
    prepare: at('/products'),
    async perform(person) {
      await person.pick(words.category, /^Intimate Wellness/, words.filters)
      await person.pick(words.sort, words.cheapestFirst, words.filters)
      if (!person.scripts) await person.press(words.showFiltered)
      await expect(person.page).toHaveURL(
        /category=intimate-wellness.*sort=|sort=.*category=intimate-wellness/,
      )
      const first = person.page.getByRole('main').getByRole('listitem').getByRole('heading').first()
      await expect(first).toHaveText('Clarity Cleansing Mist')
      await person.press('Clarity Cleansing Mist')
    },
    isDone: isOn('Clarity Cleansing Mist'),
  },
  {
    name: 'find a size',
    prepare: at('/products/hours-silk-robe'),
    async perform(person) {
      await person.press(words.sizeGuide)
      await person.see(person.page.getByRole('row', { name: /^M / }))
      await person.choose('M')
      if (!person.scripts) await person.press(words.showChoice)
      await person.press(words.addToCart)
    },
    async isDone(person) {
      if (person.scripts) await showsText(words.added)(person)
      // A form without scripts leads to the cart.
      else await expect(person.page).toHaveURL('/cart')
    },
  },
  {
    name: 'buy',
    async prepare(_, staff) {
      await staff.setStock('moss-balm', 40)
      return { at: '/products/moss-balm' }
    },
    async perform(person) {
      await person.press(words.addToCart)
      if (person.scripts) await showsText(words.added)(person)
      const notes = person.page.getByRole('region', { name: words.notes })
      const links = person.way === 'keyboard' ? words.toCheckoutByKeyboard : words.toCheckout
      // A form without scripts leads to the cart by itself.
      for (const link of person.scripts ? links : links.slice(-1)) {
        await person.press(link)
        // The note goes by itself, sooner than most people have filled the first field.
        await expect(notes.getByText(words.added)).toBeHidden()
      }
      await fillDetails(person)
      await person.choose(words.standard)
      await person.submit(words.continue)
      await expect(person.page).toHaveURL(/\/checkout\/payment/)
      await person.press(words.pay)
    },
    isDone: isOn(words.thanks),
  },
  {
    name: 'change',
    async prepare(page) {
      await addToCartByForm(page, 'atelier-gift-box')
      await addToCartByForm(page, 'clarity-cleansing-mist')
      return { at: '/cart' }
    },
    async perform(person) {
      const { page } = person
      const quantity = 'Quantity of Atelier Gift Box'
      if (person.scripts) await person.press(words.more, page.getByRole('group', { name: quantity }))
      else {
        await person.fill(quantity, '2')
        await person.press(words.changeQuantity)
      }
      await person.press('Remove Clarity Cleansing Mist')
    },
    async isDone({ page }) {
      await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1)
      await expect(page.getByRole('spinbutton', { name: 'Quantity of Atelier Gift Box' })).toHaveValue('2')
    },
  },
  {
    name: 'pay by code',
    async prepare(page, staff) {
      await addToCartByForm(page, 'atelier-gift-box')
      return { at: '/checkout', holds: await staff.issueGiftCard(5000) }
    },
    async perform(person, code) {
      await fillDetails(person)
      await person.choose(words.standard)
      const { page } = person
      if (person.scripts) {
        await person.reveal(
          page.getByRole('button', { name: words.giftCard, exact: true }),
          words.orderSummary,
        )
        await person.press(words.giftCard)
        await person.fill(words.giftCard, code)
        await person.submit(words.applyCard)
        await person.waitFor(words.appliedCard)
      } else await person.fill(words.giftCard, code)
      await person.press(words.continue)
      await person.press(words.pay)
    },
    isDone: isOn(words.thanks),
  },
  {
    name: 'track',
    async prepare(page, staff) {
      const number = await placeOrder(page)
      await staff.sendParcel(number)
      return { at: '/products', holds: number }
    },
    async perform(person, number) {
      await person.goTo(words.track)
      await person.fill(words.orderNumber, number)
      await person.fill(words.contactOfOrder, 'SW1A 1AA')
      await person.submit(words.trackButton)
    },
    isDone: showsText('RM998877665GB'),
  },
  {
    name: 'return',
    async prepare(page, staff) {
      const token = await storeShopperSession(page)
      const number = await placeOrder(page, { email: 'shopper@aurelle.test', token })
      await staff.sendParcel(number, 'delivered')
      return { at: '/account/orders', holds: number }
    },
    async perform(person, number) {
      await person.press(`View Details of ${number}`)
      await person.press(words.returnItems)
      await person.tick('Atelier Gift Box')
      await person.pick(words.whyBack, words.changedMind)
      await person.choose(words.sealed)
      await person.press(words.requestReturn)
    },
    isDone: showsText(words.returnRequested),
  },
  {
    name: 'contact',
    prepare: at('/products/hours-silk-robe'),
    async perform(person) {
      await person.goTo(words.contact)
      await person.fill(words.fullName, 'Imogen Hale')
      await person.fill(words.email, uniqueEmail('task'))
      await person.fill(words.subject, 'A question about care')
      await person.fill(words.message, 'How is the silk robe washed?')
      await person.press(words.sendMessage)
    },
    isDone: showsText(words.messageSent),
  },
  {
    name: 'buy a gift',
    prepare: at('/products'),
    async perform(person) {
      await person.goTo(words.giftCards)
      await person.fill(words.amount, '50')
      await person.fill(words.recipient, uniqueEmail('friend'))
      await person.fill(words.message, 'For a quiet evening')
      await person.fill(words.yourFirstName, 'Imogen')
      await person.fill(words.yourLastName, 'Hale')
      await person.fill(words.yourEmail, uniqueEmail('giver'))
      await person.submit(words.continue)
      await expect(person.page).toHaveURL(/\/checkout\/payment/)
      await person.press(words.pay)
    },
    isDone: isOn(words.thanks),
  },
]
