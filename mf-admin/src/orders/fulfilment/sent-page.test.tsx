// @vitest-environment happy-dom
import { rejection, type FakeSupabase } from '@shop/testing'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { orderBackend } from '../testing'
import { open } from '../../testing'
import './sent-page'

let fake: FakeSupabase
beforeEach(() => {
  fake = orderBackend()
})

const file = (text: string) => new File([text], 'sent.csv', { type: 'text/csv' })
const choose = async (text: string) => userEvent.upload(await screen.findByLabelText('CSV file'), file(text))
const calls = () =>
  fake
    .sent('POST /rest/v1/rpc/mark_orders_sent')
    .map(({ body }) => JSON.parse(body) as { p_dry: boolean; p_rows: { carrier: string }[] })
const two = 'Order number,Tracking number\nAM20260105-0001,RM 1\nAM20260104-0031,RM 2\n'
const outcomes = [
  { line: 2, order_number: 'AM20260105-0001', outcome: 'sent', message: null },
  {
    line: 3,
    order_number: 'AM20260104-0031',
    outcome: 'error',
    message: 'This order is cancelled.',
  },
]

test('a file is checked first, what cannot be sent says why, and only a press sends', async () => {
  fake.rpc.mark_orders_sent = () => outcomes
  open('/admin/orders/sent')
  await choose(two)
  await screen.findByText('1 order would be marked as sent, 1 line left out. Each buyer gets an email.')
  const lines = within(screen.getByRole('table', { name: 'Lines of the file' })).getAllByRole('row')
  expect(lines[1]).toHaveTextContent('This order is cancelled.')
  expect(calls().map(({ p_dry: dry }) => dry)).toEqual([true])
  await userEvent.click(screen.getByRole('button', { name: 'Mark 1 order as sent' }))
  await screen.findByText('1 order marked as sent.')
  expect(calls().map(({ p_dry: dry }) => dry)).toEqual([true, false])
  expect(screen.queryByRole('button', { name: /^Mark/ })).not.toBeInTheDocument()
})

test('another carrier is asked about at once', async () => {
  fake.rpc.mark_orders_sent = () => outcomes
  open('/admin/orders/sent')
  await choose(two)
  await screen.findByText(/would be marked as sent/)
  await userEvent.selectOptions(screen.getByLabelText('Carrier'), 'Evri')
  await vi.waitFor(() =>
    expect(
      calls()
        .at(-1)
        ?.p_rows.map(({ carrier }) => carrier),
    ).toEqual(['Evri', 'Evri']),
  )
})

test('a file without the column says which one it needs, and asks nothing', async () => {
  open('/admin/orders/sent')
  await choose('Number,Parcel\n1,2\n')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This file has no column “Order number”. Its first line must name the columns.',
  )
  expect(calls()).toEqual([])
})

test('a tracking number that has lost digits is left out, the other line is asked about', async () => {
  fake.rpc.mark_orders_sent = () => outcomes.slice(0, 1)
  open('/admin/orders/sent')
  await choose('Order number,Tracking number\nAM20260105-0001,RM 1\nAM20260104-0031,3.40434E+17\n')
  await screen.findByText(/^1 order would be marked as sent, 1 line left out\./)
  screen.getByText(/^Tracking number: A spreadsheet made the number 3\.40434E\+17 of it/)
  expect(calls().map(({ p_rows: rows }) => rows.length)).toEqual([1])
})

test('lines that were not reached can be sent again', async () => {
  fake.rpc.mark_orders_sent = () => rejection(503, 'XX000', 'gone')
  open('/admin/orders/sent')
  await choose(two)
  await screen.findByText(/2 lines were not reached\. Sending the file again is safe\./)
  fake.rpc.mark_orders_sent = () => [
    { line: 2, order_number: 'AM20260105-0001', outcome: 'same', message: null },
    { line: 3, order_number: 'AM20260104-0031', outcome: 'sent', message: null },
  ]
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('1 order marked as sent.')
  screen.getByText('Sent before')
})
