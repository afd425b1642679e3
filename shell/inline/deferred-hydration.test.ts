// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawPage, hydrate } from './early-page-testing'

const app = () => document.querySelector('main') ?? document.body
const button = (name: string) => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!found) throw new Error(`No button ${name}`)
  return found
}
const field = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name=${name}]`)
  if (!found) throw new Error(`No field ${name}`)
  return found
}
const press = (name: string) =>
  button(name).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
const type = (name: string, value: string) => {
  field(name).value = value
  field(name).dispatchEvent(new Event('input', { bubbles: true }))
}
const loaded = (selector: string) =>
  [...document.head.querySelectorAll(selector)].map(
    (node) => node.getAttribute('src') ?? node.getAttribute('href'),
  )

let heard: string[]
let leavePage: () => void

beforeEach(() => {
  vi.useFakeTimers()
  heard = []
  leavePage = drawPage(
    `<input name="quantity" value="1"><input name="gift" type="checkbox"><select name="zone"><option>UK</option><option>EU</option></select>
    <button type="button">More</button><form><input name="note"><button type="submit">Send</button></form>
    <dialog data-age-gate><button type="button">Yes</button></dialog>`,
    ['/a.js', '/b.js'],
    ['/remote.js'],
    { '/a.js': 'sha384-a', '/remote.js': 'sha384-r' },
  )
  // As React does: it listens at its root.
  for (const name of ['click', 'change', 'submit'])
    app().addEventListener(name, (event) => {
      if (name === 'submit') event.preventDefault()
      const target = event.target
      if (target instanceof HTMLInputElement)
        heard.push(
          `${name} ${target.name} ${target.type === 'checkbox' ? String(target.checked) : target.value}`,
        )
      else if (target instanceof HTMLElement) heard.push(`${name} ${target.textContent.trim()}`)
    })
})
afterEach(() => {
  leavePage()
})

test('scripts wait for an interaction, then load in order, once, with their preloads', () => {
  expect(loaded('script')).toEqual([])
  document.dispatchEvent(new Event('pointerover'))
  expect(loaded('script')).toEqual([])
  document.dispatchEvent(new Event('pointermove'))
  document.dispatchEvent(new Event('keydown'))
  expect(loaded('script')).toEqual(['/a.js', '/b.js'])
  expect([...document.scripts].map((script) => script.async)).toEqual([false, false])
  expect(loaded('link[rel=preload]')).toEqual(['/remote.js'])
})

test('scripts load without a visitor once the page is painted and the browser is idle', () => {
  vi.stubGlobal('requestAnimationFrame', (call: () => void) => setTimeout(call))
  window.dispatchEvent(new Event('load'))
  expect(loaded('script')).toEqual([])
  vi.runAllTimers()
  expect(loaded('script')).toEqual(['/a.js', '/b.js'])
  vi.unstubAllGlobals()
})

test('a click before hydration shows a busy button, and is replayed after hydration', () => {
  press('More')
  expect(heard).toEqual([])
  expect(button('More')).toHaveAttribute('aria-busy', 'true')
  expect(button('More')).toHaveAttribute('data-queued')
  hydrate()
  expect(heard).toEqual(['click More'])
  expect(button('More')).toHaveAttribute('aria-busy', 'false')
  expect(button('More')).not.toHaveAttribute('data-queued')
})

test('each click counts, but a second click on a submit button does not', () => {
  for (const name of ['More', 'Send', 'More', 'Send']) press(name)
  hydrate()
  expect(heard.filter((what) => what.startsWith('click'))).toEqual(['click More', 'click Send', 'click More'])
})

test('input is replayed before the clicks, with its events', () => {
  type('quantity', '3')
  press('More')
  // React renders the field from its own state.
  field('quantity').value = '1'
  hydrate()
  expect(field('quantity')).toHaveValue('3')
  expect(heard).toEqual(['change quantity 3', 'click More'])
})

test('values that the browser filled in without an event are recorded when the shop starts', () => {
  field('note').value = 'restored'
  field('gift').checked = true
  hydrate()
  expect(field('note')).toHaveValue('restored')
  expect(field('gift')).toBeChecked()
  expect(heard).toContain('change note restored')
  expect(heard).toContain('click gift true')
})

test('a field that hydration has replaced is found again by its name', () => {
  type('quantity', '4')
  const other = document.createElement('input')
  other.name = 'quantity'
  field('quantity').replaceWith(other)
  hydrate()
  expect(other).toHaveValue('4')
})

test('what the server drew and nothing has taken over yet keeps its presses, and its input for the fields that take the place of it', () => {
  app().toggleAttribute('data-drawn', true)
  press('More')
  type('quantity', '3')
  hydrate()
  // The page's own code will find them by their mark.
  expect(heard).not.toContain('click More')
  expect(button('More')).toHaveAttribute('data-queued')
  press('Send')
  vi.runAllTimers()
  expect(button('Send')).toHaveAttribute('data-queued')
  app().removeAttribute('data-drawn')
  const other = document.createElement('input')
  other.name = 'quantity'
  field('quantity').replaceWith(other)
  heard = []
  hydrate()
  expect(heard).toEqual(['change quantity 3'])
  press('Send')
  expect(heard).toContain('click Send')
})

test('clicks in the age gate are not queued', () => {
  press('Yes')
  expect(heard).toEqual(['click Yes'])
  expect(button('Yes')).not.toHaveAttribute('aria-busy')
})

test('when a script cannot be loaded the browser submits the form', () => {
  press('Send')
  document.querySelector('script')?.dispatchEvent(new Event('error'))
  vi.runAllTimers()
  expect(heard).toContain('click Send')
  press('More')
  expect(heard).toContain('click More')
})
