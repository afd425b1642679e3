// @vitest-environment happy-dom
import { fakeSupabase, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../layout/back-office' // loaded here, so that no test waits for it
import '../layout/not-found-page'
import { open } from '../../testing'
import './palette'

const userId = '11111111-1111-4111-8111-111111111111'
const kept = `aurelle_recent_${userId}`
const robe = {
  kind: 'product',
  id: '22222222-2222-4222-8222-222222222222',
  title: 'Hours Silk Robe',
  detail: 'AM-ACC-008',
  score: 1,
}
const order = {
  kind: 'order',
  id: 'AM20261122-0001',
  title: 'AM20261122-0001',
  detail: 'pending, ada@lane.test',
  score: 0,
}
let fake: FakeSupabase
let asked: string[]

beforeEach(() => {
  storeStaffSession()
  asked = []
  fake = fakeSupabase({
    rpc: {
      office_search: ({ p_text }) => {
        asked.push(String(p_text))
        const text = String(p_text).toLowerCase()
        return [order, robe, { ...robe, kind: 'ghost' }].filter((one) =>
          one.title.toLowerCase().includes(text),
        )
      },
    },
  })
  fake.addStaff()
})

const opened = async () => {
  const router = open('/admin/nowhere')
  await screen.findByRole('navigation', { name: 'Back office' })
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Find anything' })
  return { router, field }
}
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent

test('screens, actions and what the database finds are in one ranked list', async () => {
  const { field } = await opened()
  expect(options()).toContain('OrdersScreen')
  await userEvent.type(field, 'robe')
  expect(await screen.findByRole('option', { name: /Hours Silk Robe/ })).toBeInTheDocument()
  expect(await screen.findByText('1 result')).toBeInTheDocument()
  expect(asked.at(-1)).toBe('robe')
  expect(asked.length).toBeLessThan('robe'.length)
  await userEvent.clear(field)
  await userEvent.type(field, 'add pro')
  await waitFor(() => expect(options()[0]).toContain('Add product'))
})

test('arrow keys, Home and End move, Enter opens, and it comes first the next time', async () => {
  const { router, field } = await opened()
  const all = options()
  await userEvent.keyboard('{ArrowDown}')
  expect(active(field)).toBe(all[1])
  await userEvent.keyboard('{End}')
  expect(active(field)).toBe(all.at(-1))
  await userEvent.keyboard('{ArrowDown}')
  expect(active(field)).toBe(all[0])
  await userEvent.keyboard('{ArrowUp}{Home}')
  expect(active(field)).toBe(all[0])
  await userEvent.type(field, 'am2026')
  await screen.findByRole('option', { name: /AM20261122-0001/ })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => {
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/admin/orders?order=AM20261122-0001',
    )
  })
  expect(JSON.parse(localStorage.getItem(kept) ?? '')).toEqual([
    { kind: 'order', id: 'AM20261122-0001', title: 'AM20261122-0001' },
  ])
})

test('Enter before the answer waits for it', async () => {
  const { router, field } = await opened()
  await userEvent.type(field, 'silk{Enter}')
  await waitFor(() => {
    expect(router.state.location.search).toBe(`?product=${robe.id}`)
  })
})

test('Escape closes and gives the focus back; Ctrl+K closes as well', async () => {
  const { field } = await opened()
  expect(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => {
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  })
  await userEvent.click(screen.getByRole('button', { name: 'Find anything' }))
  await screen.findByRole('combobox')
  await userEvent.keyboard('{Control>}k{/Control}')
  await waitFor(() => {
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  })
})

test('what is kept in the browser is parsed, limited, and shown only to who may see it', async () => {
  const customer = { kind: 'customer', id: robe.id, title: 'Ada Lane' }
  const junk = [
    7,
    null,
    { kind: 'order', id: "' or 1=1", title: 'x' },
    { kind: 'known', id: 'at:/admin/gone' },
  ]
  localStorage.setItem(
    kept,
    JSON.stringify([...junk, customer, { kind: 'product', id: robe.id, title: 'Robe' }]),
  )
  fake.addStaff({ role: 'admin', rights: ['catalogue'] })
  await opened()
  expect(options()[0]).toContain('Robe')
  expect(options().join()).not.toContain('Ada Lane')
  expect(options()).not.toContain('OrdersScreen')
  cleanup()
  localStorage.setItem(kept, '{"not":"a list"}')
  fake.addStaff()
  await opened()
  expect(options()[0]).toBe('Visit StoreScreen')
})

test('signing out is chosen by name, and never offered first', async () => {
  const { router, field } = await opened()
  await userEvent.type(field, 'sign out')
  expect(active(field)).toContain('Sign out')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/admin/login')
  })
  expect(localStorage.getItem(kept)).toBeNull()
})

test('a failed search says so, and screens are still found', async () => {
  fake.fail({
    under: '/rest/v1/rpc/office_search',
    response: () => Response.json({ message: 'no' }, { status: 400 }),
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { field } = await opened()
  await userEvent.type(field, 'categ')
  await waitFor(() => {
    expect(screen.getAllByText(/could not be searched/).length).toBeGreaterThan(0)
  })
  within(screen.getByRole('listbox')).getByRole('option', { name: /Categories/ })
})
