// @vitest-environment happy-dom
import {
  fakeSupabase,
  renderApp,
  storedStaffSession,
  storeStaffSession,
  type FakeSupabase,
} from '@shop/testing'
import { queryOptions, rows, useAppQuery } from '@shop/supabase'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { StaffProvider } from './staff-provider'
import { useLive } from './use-live'

const numbersQuery = queryOptions({
  key: ['numbers', 'all'],
  queryFn: async (db) =>
    (await rows(db.from('orders').select('order_number'))).map((row) => row.order_number),
})

function Numbers() {
  const { data } = useAppQuery(numbersQuery)
  useLive(['orders', 'customers'], [['numbers']])
  return <p>{data ? `Orders: ${data.join(', ')}` : 'Loading'}</p>
}

const Screen = () => (
  <StaffProvider>
    <Numbers />
  </StaffProvider>
)

let fake: FakeSupabase
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fake = fakeSupabase({ tables: { orders: [{ order_number: 'A1' }] } })
  fake.addStaff()
  storeStaffSession()
})

const reads = () => fake.sent('GET /rest/v1/orders').length
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function openScreen(): Promise<void> {
  renderApp([{ path: '/', Component: Screen }], { path: '/' })
  await screen.findByText('Orders: A1')
  await waitFor(() => expect(fake.realtime.followed()).toHaveLength(2))
  await pass(1_000)
}

test('tables are followed with the session of staff', async () => {
  await openScreen()
  const { access_token: token } = JSON.parse(storedStaffSession() ?? '') as { access_token: string }
  expect(fake.realtime.followed()).toEqual([
    { table: 'orders', token },
    { table: 'customers', token },
  ])
})

test('a screen reads once on opening', async () => {
  await openScreen()
  expect(reads()).toBe(1)
})

test('what was read a while before it is followed is read again', async () => {
  function Follow() {
    useLive(['orders'], [['numbers']])
    return null
  }
  function Late() {
    const { data } = useAppQuery(numbersQuery)
    const [isFollowed, setFollowed] = useState(false)
    return (
      <>
        <button onClick={() => setFollowed(true)}>{data ? 'Follow' : 'Loading'}</button>
        {isFollowed && <Follow />}
      </>
    )
  }
  const screenOf = () => (
    <StaffProvider>
      <Late />
    </StaffProvider>
  )
  renderApp([{ path: '/', Component: screenOf }], { path: '/' })
  const button = await screen.findByRole('button', { name: 'Follow' })
  await pass(5_000)
  expect(reads()).toBe(1)
  act(() => button.click())
  await waitFor(() => expect(reads()).toBe(2))
})

test('changes are shown, those of a moment with one reading', async () => {
  await openScreen()
  const before = reads()
  fake.tables.orders = [{ order_number: 'A1' }, { order_number: 'A2' }]
  for (let time = 0; time < 20; time += 1) fake.realtime.change('orders')
  fake.realtime.change('customers')
  await screen.findByText('Orders: A1, A2')
  await pass(2_000)
  expect(reads()).toBe(before + 1)
})

test('a change that was missed while the connection was lost is shown once it is back', async () => {
  await openScreen()
  fake.realtime.disconnect()
  fake.tables.orders = [{ order_number: 'A9' }]
  await pass(5_000)
  await screen.findByText('Orders: A9')
})

test('a subscription that the server has ended is made again', async () => {
  await openScreen()
  fake.realtime.expire()
  expect(fake.realtime.followed()).toEqual([])
  fake.tables.orders = [{ order_number: 'A7' }]
  await pass(7_000)
  await screen.findByText('Orders: A7')
  expect(fake.realtime.followed()).toHaveLength(2)
})

test('a tab that nobody sees reads nothing until it is looked at again', async () => {
  await openScreen()
  const before = reads()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  fake.tables.orders = [{ order_number: 'A3' }]
  fake.realtime.change('orders')
  await pass(2_000)
  expect(reads()).toBe(before)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await screen.findByText('Orders: A3')
})

test('a screen that is left follows nothing', async () => {
  await openScreen()
  cleanup()
  await pass(1_000)
  expect(fake.realtime.followed()).toEqual([])
})
