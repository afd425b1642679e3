// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { prepareAgeGate } from './age-gate'

const responded = () => document.documentElement.dataset.age === 'ok'
const submit = (selector: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event('submit', { bubbles: true }))

/** Opens a page that the server rendered with the gate. @returns how often the gate was shown as a modal */
function open() {
  document.body.innerHTML =
    '<dialog open data-age-gate><form method="dialog"><button>Yes</button></form><form action="/away"></form></dialog>'
  const modal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  prepareAgeGate()
  document.dispatchEvent(new Event('DOMContentLoaded'))
  return modal
}

afterEach(() => {
  delete document.documentElement.dataset.age
  document.body.innerHTML = ''
})

test('before the shop’s scripts have loaded the gate covers the page, and Escape does not close it', () => {
  expect(open()).toHaveBeenCalled()
  const escape = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true })
  document.dispatchEvent(escape)
  expect(escape.defaultPrevented).toBe(true)
})

test('a confirmation before the shop’s scripts have loaded is stored; leaving the site stores none', () => {
  open()
  submit('form[action]')
  expect(responded()).toBe(false)
  submit('form[method=dialog]')
  expect(responded()).toBe(true)
  delete document.documentElement.dataset.age
  prepareAgeGate()
  expect(responded()).toBe(true)
})

test('after the confirmation the focus is at the page’s heading', async () => {
  open()
  document.body.append(Object.assign(document.createElement('main'), { innerHTML: '<h1>Quiet hours</h1>' }))
  submit('form[method=dialog]')
  await vi.waitFor(() => {
    expect(document.activeElement?.textContent).toBe('Quiet hours')
  })
})

test('a visitor who has confirmed in this browser session does not see the gate', () => {
  sessionStorage.setItem('aurelle_age_confirmed', 'yes')
  expect(open()).not.toHaveBeenCalled()
  expect(responded()).toBe(true)
})

test('staff do not see the gate, and confirm nothing', () => {
  localStorage.setItem('aurelle_staff', '{}')
  expect(open()).not.toHaveBeenCalled()
  expect(responded()).toBe(true)
  expect(sessionStorage).toHaveLength(0)
})
