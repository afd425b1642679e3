// @vitest-environment happy-dom
import { fakeSupabase, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { listKeyOf, listKeys } from '../../kit/list-keys'
import '../layout/back-office' // loaded here, so that no test waits for it
import '../layout/not-found-page'
import { open } from '../../testing'
import { shortcutAt, shortcutsFor } from './shortcuts'
import './shortcut-sheet'

let fake: FakeSupabase

beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined) // of the figures that this backend does not have
  fake = fakeSupabase()
  fake.addStaff()
})

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})
const all = shortcutsFor(() => true)

test('every shortcut has keys of its own, and its keys reach it', () => {
  expect(new Set(all.map(({ keys }) => keys)).size).toBe(all.length)
  for (const shortcut of all) {
    const [first = '', second] = shortcut.keys.split(' ')
    const event = press(first.replace('mod+', ''), { ctrlKey: first.startsWith('mod+') })
    const found = shortcutAt(all, event, undefined)
    if (second === undefined) expect(found, shortcut.keys).toEqual({ shortcut })
    else {
      expect(found, shortcut.keys).toEqual({ begun: first })
      expect(shortcutAt(all, press(second), first), shortcut.keys).toEqual({ shortcut })
    }
  }
})

test.each([
  ['Alt', press('k', { ctrlKey: true, altKey: true })],
  ['Shift and Ctrl', press('k', { ctrlKey: true, shiftKey: true })],
  ['a letter alone', press('k')],
  ['the second key first', press('o')],
  ['a key without a letter', press('Enter')],
])('%s is no shortcut', (_what, event) => {
  expect(shortcutAt(all, event, undefined)).toEqual({})
})

test('screens that the member may not open have no keys', () => {
  const keys = shortcutsFor(() => false).map((each) => each.keys)
  expect(keys).toContain('g p')
  expect(keys).not.toContain('g o')
})

test('each key of lists is recognised, with Ctrl only where it says so', () => {
  for (const [name, use] of Object.entries(listKeys)) {
    const mod = 'mod' in use
    expect(listKeyOf(press(use.key, { ctrlKey: mod }))).toBe(name)
    expect(listKeyOf(press(use.key, { ctrlKey: !mod }))).toBeUndefined()
  }
})

const frame = async () => {
  const router = open('/admin/nowhere')
  await screen.findByRole('navigation', { name: 'Back office' })
  return router
}

test('the sheet lists what is registered, and "?" opens it unless something is typed', async () => {
  await frame()
  await userEvent.keyboard('?')
  const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  for (const { label } of [...all, ...Object.values(listKeys)]) sheet.getByText(label)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await userEvent.keyboard('?go')
  expect(field).toHaveValue('?go')
  expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).not.toBeInTheDocument()
  field.remove()
})

test('g and a letter open a screen', async () => {
  const router = await frame()
  await userEvent.keyboard('gx')
  await userEvent.keyboard('d')
  expect(router.state.location.pathname).toBe('/admin/nowhere')
  await userEvent.keyboard('gd')
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/admin/dashboard')
  })
})

test('Ctrl+B hides the sidebar, while something is typed as well', async () => {
  await frame()
  const toggle = screen.getByRole('button', { name: 'Toggle sidebar' })
  const before = toggle.getAttribute('aria-expanded')
  await userEvent.keyboard('{Control>}b{/Control}')
  expect(toggle).not.toHaveAttribute('aria-expanded', before)
  await userEvent.keyboard('{Control>}b{/Control}')
  expect(toggle).toHaveAttribute('aria-expanded', before)
})

test('help is opened beside the name of the screen, stays open on the next visit, and is dismissed', async () => {
  open('/admin/dashboard')
  await userEvent.click(await screen.findByRole('button', { name: 'Help' }))
  const help = await screen.findByRole('region', { name: 'Help: Dashboard' })
  within(help).getByText(/figures, sales over time/)
  cleanup()
  open('/admin/dashboard')
  await userEvent.click(
    within(await screen.findByRole('region', { name: 'Help: Dashboard' })).getByRole('button', {
      name: 'Close the help',
    }),
  )
  cleanup()
  localStorage.setItem('aurelle_help', '["/admin/dashboard", 7]')
  open('/admin/dashboard')
  expect(await screen.findByRole('button', { name: 'Help' })).toHaveAttribute('aria-expanded', 'false')
})
