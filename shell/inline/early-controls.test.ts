// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { click, drawPage, hydrate } from './early-page-testing'

const quantity = () => document.querySelector<HTMLInputElement>('[name=quantity]')

let leavePage: () => void

// The test DOM does not reflect it.
Object.defineProperty(HTMLElement.prototype, 'ariaPressed', {
  get(this: HTMLElement) {
    return this.getAttribute('aria-pressed')
  },
  set(this: HTMLElement, pressed: string) {
    this.setAttribute('aria-pressed', pressed)
  },
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  leavePage()
})

test('− and + change the number at once, and the shop takes it over; beyond the most it is left to the shop', () => {
  leavePage = drawPage(`<div data-steps><button type="button" data-step="-1" aria-disabled="true">−</button>
    <input name="quantity" value="1" aria-valuenow="1" aria-valuemax="2"><button type="button" data-step="1">+</button></div>`)
  const taken: string[] = []
  document.querySelector('main')?.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) taken.push(target.value)
  })
  click('[data-step="1"]')
  expect(quantity()).toHaveValue('2')
  expect(quantity()).toHaveAttribute('aria-valuenow', '2')
  expect(document.querySelector('[aria-busy]')).toBeNull()
  click('[data-step="1"]')
  expect(quantity()).toHaveValue('2')
  expect(document.querySelector('[data-step="1"]')).toHaveAttribute('aria-busy', 'true')
  click('[data-step="-1"]')
  expect(quantity()).toHaveValue('1')
  click('[data-step="1"]')
  // React renders the field from its own state.
  quantity()?.setRangeText('1', 0, 1)
  hydrate()
  expect(taken).toEqual(['2'])
  expect(quantity()).toHaveValue('2')
})

test('a press counts from what was entered before, also when hydration has reset the field', () => {
  leavePage = drawPage(`<div data-steps><input name="quantity" value="1" aria-valuemax="20">
    <button type="button" data-step="1">+</button></div>`)
  for (const _ of [1, 2, 3]) click('[data-step="1"]')
  // React renders the field from its own state.
  quantity()?.setRangeText('1', 0, 1)
  click('[data-step="1"]')
  hydrate()
  expect(quantity()).toHaveValue('5')
})

test('arrows and thumbnails move the list of pictures', () => {
  const scrolled: unknown[] = []
  leavePage =
    drawPage(`<div data-steps><ul><li id="one"></li><li id="two"></li></ul><button type="button" data-step="1">Next</button></div>
    <a href="#two" data-show><img alt=""></a>`)
  vi.spyOn(HTMLUListElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLUListElement.prototype, 'scrollBy').mockImplementation((by) => scrolled.push(by))
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    scrolled.push(this.id)
  })
  click('[data-step]')
  click('img')
  expect(scrolled).toEqual([{ left: 300, behavior: 'instant' }, 'two'])
  expect(location.hash).toBe('')
})

test('a heart adds to the guest’s list at once, the newest first; a second press, and a full list, are left to the shop', () => {
  const hearts = (...ids: string[]) =>
    ids
      .map((id) => `<button type="button" id="${id}" aria-pressed="false" data-wish="${id}">♡</button>`)
      .join('')
  leavePage = drawPage(hearts('p1', 'p2'))
  const heard = vi.fn()
  window.addEventListener('storage', heard)
  click('#p1')
  click('#p2')
  const listed = () => localStorage.getItem('aurelle_wishlist')
  // 0 is no id: the shop drops it.
  expect(listed()).toBe('["p2","p1",0]')
  expect(document.querySelectorAll('[aria-pressed=true]')).toHaveLength(2)
  expect(document.querySelector('[data-queued]')).toBeNull()
  expect(heard).toHaveBeenCalledTimes(2)
  click('#p1')
  expect(listed()).toBe('["p2","p1",0]')
  expect(document.querySelector('#p1')).toHaveAttribute('data-queued')
  leavePage()

  const full = JSON.stringify(Array.from({ length: 100 }, () => 'x'.repeat(36)))
  localStorage.setItem('aurelle_wishlist', full)
  leavePage = drawPage(hearts('p3'))
  click('#p3')
  expect(listed()).toBe(full)
  expect(document.querySelector('#p3')).toHaveAttribute('data-queued')
  window.removeEventListener('storage', heard)
})

test('the theme changes at each press: light, dark, as the system', () => {
  leavePage = drawPage('<button type="button" data-theme-next="true">Theme</button>')
  const heard: (string | null)[] = []
  window.addEventListener('storage', () => heard.push(localStorage.getItem('theme')))
  for (let press = 0; press < 4; press += 1) click('button')
  expect(heard).toEqual(['dark', 'system', 'light', 'dark'])
  expect(document.querySelector('[aria-busy]')).toBeNull()
})

test('what opens a popover is left to the browser, also the busy sign', () => {
  leavePage = drawPage(
    '<button type="button" popovertarget="menu">Menu</button><nav id="menu" popover></nav>',
  )
  const clicked = vi.fn()
  document.querySelector('main')?.addEventListener('click', clicked)
  click('button')
  expect(clicked).toHaveBeenCalledTimes(1)
  expect(document.querySelector('[aria-busy]')).toBeNull()
})
