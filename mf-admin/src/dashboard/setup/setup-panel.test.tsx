// @vitest-environment happy-dom
import { fakeSupabase, renderApp, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { SetupPanel } from './setup-panel'

let fake: FakeSupabase
let isDismissed: boolean
let items: { key: string; done: boolean }[]

beforeEach(() => {
  storeStaffSession()
  isDismissed = false
  items = [
    { key: 'business', done: true },
    { key: 'product', done: false },
    { key: 'unheard of', done: false },
  ]
  fake = fakeSupabase({
    rpc: {
      setup_checklist: () => ({ dismissed: isDismissed, items }),
      dismiss_setup: ({ p_dismissed: dismissed }) => {
        isDismissed = dismissed === true
      },
    },
  })
})

const show = () => renderApp([{ path: '*', Component: SetupPanel }])

test('steps are ticked by the data, and those that are left lead to their screens', async () => {
  show()
  const list = within(await screen.findByRole('list', { name: 'First steps' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Done: Enter the facts of your business',
    'To do: Add a product with a pictureIt is for sale as soon as it is active.',
  ])
  expect(list.getByRole('link')).toHaveAttribute('href', '/admin/products')
  screen.getByRole('heading', { name: 'First steps: 1 of 2 done' })
})

test('hidden steps stay hidden, unless the member undoes it', async () => {
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Hide' }))
  await waitFor(() => {
    expect(screen.queryByRole('list', { name: 'First steps' })).not.toBeInTheDocument()
  })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('list', { name: 'First steps' })
  expect(fake.sent('POST /rest/v1/rpc/dismiss_setup').map(({ body }) => JSON.parse(body))).toEqual([
    { p_dismissed: true },
    { p_dismissed: false },
  ])
})

test.each([
  ['all are done', [{ key: 'business', done: true }]],
  ['there is none for the role', []],
])('nothing is shown when %s', async (_when, all) => {
  items = all
  show()
  await waitFor(() => {
    expect(fake.sent('POST /rest/v1/rpc/setup_checklist')).toHaveLength(1)
  })
  expect(screen.queryByText(/First steps/)).not.toBeInTheDocument()
})
