// @vitest-environment happy-dom
import { rejection, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import '../orders-page'
import { guestOrder, order, orderBackend } from '../testing'
import './send-dialog'

let fake: FakeSupabase
beforeEach(() => {
  fake = orderBackend()
})

const numbers = [order.order_number, guestOrder.order_number]
const rows = (outcome: string, message: string | null = null) =>
  numbers.map((order_number, line) => ({
    line,
    order_number,
    outcome: line === 1 ? outcome : 'sent',
    message: line === 1 ? message : null,
  }))
const calls = () =>
  fake.sent('POST /rest/v1/rpc/mark_orders_sent').map(({ body }) => JSON.parse(body) as { p_rows: object[] })

async function openDialog() {
  open('/admin/orders')
  for (const number of numbers)
    await userEvent.click(await screen.findByRole('checkbox', { name: new RegExp(number) }))
  const bar = within(screen.getByRole('group', { name: 'Selected' }))
  await userEvent.click(bar.getByRole('button', { name: 'Mark as sent' }))
  return within(await screen.findByRole('dialog', { name: 'Mark as sent' }))
}

test('selected orders are sent together, each with the number that was scanned', async () => {
  fake.rpc.mark_orders_sent = () => rows('sent')
  const dialog = await openDialog()
  await userEvent.selectOptions(dialog.getByLabelText('Carrier'), 'DPD')
  await userEvent.type(dialog.getByLabelText(numbers[0] ?? ''), 'RM 1{Enter}')
  expect(dialog.getByLabelText(numbers[1] ?? '')).toHaveFocus()
  expect(calls()).toEqual([])
  await userEvent.keyboard('RM 2{Enter}')
  await screen.findByText('2 orders marked as sent.')
  expect(calls()).toMatchObject([
    {
      p_dry: false,
      p_rows: [
        { order_number: numbers[0], tracking_number: 'RM 1', carrier: 'DPD' },
        { order_number: numbers[1], tracking_number: 'RM 2', carrier: 'DPD' },
      ],
    },
  ])
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Selected' })).not.toBeInTheDocument())
})

test('an order that cannot be sent stays in the dialog and in the selection, with the reason', async () => {
  fake.rpc.mark_orders_sent = () => rows('error', 'This order is cancelled.')
  const dialog = await openDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Mark 2 orders as sent' }))
  await dialog.findByText('This order is cancelled.')
  dialog.getByRole('button', { name: 'Mark 1 order as sent' })
  expect(dialog.queryByLabelText(numbers[0] ?? '')).not.toBeInTheDocument()
  screen.getByText('1 selected')
})

test('a failure keeps what was typed', async () => {
  fake.rpc.mark_orders_sent = () => rejection(503, 'XX000', 'away')
  const dialog = await openDialog()
  await userEvent.type(dialog.getByLabelText(numbers[0] ?? ''), 'RM 1')
  await userEvent.click(dialog.getByRole('button', { name: 'Mark 2 orders as sent' }))
  await screen.findByText(/^Failed to mark the orders as sent\. Please try again\./)
  expect(dialog.getByLabelText(numbers[0] ?? '')).toHaveValue('RM 1')
})

test('a column of numbers is pasted at once, unless it has more lines than there are orders', async () => {
  const dialog = await openDialog()
  const [first, second] = numbers.map((number) => dialog.getByLabelText(number))
  if (!first || !second) throw new Error('no fields')
  await userEvent.click(first)
  await userEvent.paste('\r\nRM 2\r\n')
  expect(first).toHaveValue('')
  expect(second).toHaveValue('RM 2')
  await userEvent.click(second)
  await userEvent.paste('RM 3\nRM 4')
  await screen.findByText('These are 2 lines, and from this field on there is 1 order.')
  expect(second).toHaveValue('RM 2')
  await userEvent.clear(second)
  await userEvent.paste('RM 5')
  expect(second).toHaveValue('RM 5')
})
