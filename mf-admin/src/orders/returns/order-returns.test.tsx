// @vitest-environment happy-dom
import { rejection, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { openPart } from '../../testing'
import { order, orderBackend } from '../testing'
import { OrderReturns } from './order-returns'

const sent = (id: string, state: string) => ({
  id,
  state,
  note: '',
  order_id: order.id,
  order_number: order.order_number,
  email: order.email,
  created_at: '2026-11-05T10:00:00Z',
  delivered_at: null,
  lines: [
    {
      line: 0,
      name: 'Hours Silk Robe',
      variant_name: 'M',
      quantity: 1,
      reason: 'faulty',
      comment: '',
      sealed: true,
      decision: 'approved',
      received: null,
      condition: null,
      restock: null,
    },
  ],
})
const returnable = [{ line: 0, name: 'Hours Silk Robe', variant_name: 'M', quantity: 2 }]

let fake: FakeSupabase
let returns: object[]
beforeEach(() => {
  returns = []
  fake = orderBackend()
  fake.rpc.returns_of = () => ({ returns, returnable })
  fake.rpc.open_return = ({ p_id: id }) => {
    returns = [sent(String(id), 'approved')]
    return id
  }
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const fill = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
const openDialog = async () => {
  openPart(<OrderReturns orderId={order.id} orderNumber={order.order_number} />)
  await press('Open Return...')
  return within(await screen.findByRole('dialog', { name: `Open a return for ${order.order_number}` }))
}
const bodies = () => fake.sent('POST /rest/v1/rpc/open_return').map(({ body }) => JSON.parse(body) as object)

test('staff open a return for what was sent, no more of it, and the customer is told to send it', async () => {
  const dialog = await openDialog()
  await press('Open return')
  await dialog.findByText('Enter how many pieces come back.')
  const pieces = dialog.getByLabelText('Pieces')
  fill(pieces, '3')
  await dialog.findByText('Enter at most 2.')
  fill(pieces, '1')
  await userEvent.selectOptions(dialog.getByLabelText('Reason'), 'Faulty')
  fill(dialog.getByLabelText(/Note to the customer/), 'As we agreed.')
  await press('Open return')
  await screen.findByText('The return is open, and the customer has been told.')
  expect(bodies()).toEqual([
    expect.objectContaining({
      p_order: order.id,
      p_lines: [{ line: 0, quantity: 1, reason: 'faulty', sealed: true }],
      p_note: 'As we agreed.',
      p_expected: true,
    }),
  ])
  await screen.findByText('1 × Hours Silk Robe, M')
  await screen.findByText('Approved')
})

test('what somebody else has opened meanwhile is said, sent again it is the same return, and goods that are here are received next', async () => {
  const opens = fake.rpc.open_return
  fake.rpc.open_return = () =>
    rejection(409, 'PT409', 'That is more than can still be sent back.', { hint: 'lines_left' })
  const dialog = await openDialog()
  fill(dialog.getByLabelText('Pieces'), '1')
  await userEvent.click(dialog.getByRole('radio', { name: 'Already here' }))
  await press('Open return')
  await screen.findByText(/That is more than can still be sent back/)
  if (opens) fake.rpc.open_return = opens
  await press('Open return')
  await screen.findByRole('dialog', { name: `Receive the return for ${order.order_number}` })
  const [first, second] = bodies()
  expect(first).toEqual(expect.objectContaining({ p_expected: false }))
  expect(second).toEqual(first)
})
