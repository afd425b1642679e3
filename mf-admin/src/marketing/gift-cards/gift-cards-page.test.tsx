// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../testing'
// Loaded beforehand, so that no test waits for them.
import '../../frame/layout/back-office'
import './gift-card-dialog'
import './gift-cards-page'
import './issue-dialog'
import { searchedText } from './searched-text'

const bought = {
  id: 'c1',
  hint: '7K2M',
  initial_pence: 5000,
  balance_pence: 1250,
  state: 'active',
  expires_at: '2028-01-05T12:00:00Z',
  created_at: '2026-01-05T12:00:00Z',
  recipient_email: null as string | null,
  recipient_name: null as string | null,
  void_reason: null as string | null,
  order_number: 'AM20260105-0001' as string | null,
  issued_by: null as string | null,
}
const issued = {
  ...bought,
  id: 'c2',
  hint: 'Q0X9',
  balance_pence: 5000,
  recipient_email: 'imogen@example.test',
  recipient_name: 'Imogen',
  order_number: null,
  issued_by: 'somebody',
}
const entries = [
  {
    id: 9,
    kind: 'redeemed',
    amount_pence: -3750,
    balance_pence: 1250,
    order_number: 'AM20260207-0003',
    actor: null,
    created_at: '2026-02-07T12:00:00Z',
  },
  {
    id: 3,
    kind: 'issued',
    amount_pence: 5000,
    balance_pence: 5000,
    order_number: 'AM20260105-0001',
    actor: null,
    created_at: '2026-01-05T12:00:00Z',
  },
]

let fake: FakeSupabase
let asked: unknown[]
let card: typeof bought
beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  asked = []
  card = bought
  fake = fakeSupabase({
    rpc: {
      office_gift_cards: (args) => {
        asked.push(args)
        return { rows: [card, issued], total: 2, exact: true, page: 1, pages: 1 }
      },
      gift_card_record: () => ({ ...card, has_more: false, entries }),
    },
  })
  fake.addStaff()
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const fill = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const rowOf = async (hint: string) =>
  within(
    (await screen.findByRole('link', { name: `Gift card ending ${hint}` })).closest('tr') ?? document.body,
  )
const sent = (name: string) => JSON.parse(fake.sent(`POST /rest/v1/rpc/${name}`).at(-1)?.body ?? '{}')

test('the list has balance, amount, state and where a card comes from', async () => {
  open('/admin/gift-cards')
  const first = await rowOf('7K2M')
  first.getByText('£12.50')
  first.getByText('£50.00')
  first.getByText('Active')
  expect(first.getByRole('link', { name: 'AM20260105-0001' })).toHaveAttribute(
    'href',
    '/admin/orders?order=AM20260105-0001',
  )
  first.getByText('5 Jan 2028')
  const second = await rowOf('Q0X9')
  second.getByText(/^Issued by/)
  second.getByText('for imogen@example.test')
})

test.each([
  ['7k2m', '7K2M'],
  ['7GH2-K9QX-W4M0-P3N8-RTVP', 'RTVP'],
  ['AM7K', 'AM7K'],
  [' am20260105-0001 ', 'AM20260105-0001'],
  ['--', ''],
])('of %j %j is searched for', (text, searched) => {
  expect(searchedText(text)).toBe(searched)
})

test('a whole code that is searched for leaves no more than its end in the address', async () => {
  const router = open('/admin/gift-cards?state=active')
  await userEvent.click(await screen.findByRole('searchbox'))
  await userEvent.paste('7GH2-K9QX-W4M0-P3N8-RTVP')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ p_filter: { q: 'RTVP', state: 'active' } }))
  expect(router.state.location.search).toBe('?state=active&q=RTVP')
})

test('the ledger has orders and the balance after each entry', async () => {
  open('/admin/gift-cards?card=c1')
  const dialog = within(await screen.findByRole('dialog', { name: 'Gift card ending 7K2M' }))
  const [spent, made] = dialog.getAllByRole('listitem').map((item) => within(item))
  spent?.getByText('−£37.50')
  spent?.getByText('Balance £12.50')
  spent?.getByRole('link', { name: 'AM20260207-0003' })
  made?.getByText('+£50.00')
})

test('a card is sent to somebody, and a second try after a lost answer has the same key', async () => {
  fake.fail({ under: '/rest/v1/rpc/send_gift_card' })
  const router = open('/admin/gift-cards?card=new')
  await fill(/^Amount/, '25.50')
  await fill(/^Recipient’s email/, 'ada@example.test')
  await fill(/^Recipient’s name/, 'Ada')
  await fill(/^Message/, 'With love')
  await press('Issue and send')
  await screen.findByText('Failed to issue the gift card. Please try again.')
  const key: unknown = sent('send_gift_card').p_key
  fake.recover()
  fake.rpc.send_gift_card = () => ({ id: key, hint: 'RTVP' })
  await press('Issue and send')
  await screen.findByText('The gift card is on its way to ada@example.test.')
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
  expect(sent('send_gift_card')).toEqual({
    p_key: key,
    p_pence: 2550,
    p_recipient: { email: 'ada@example.test', name: 'Ada', message: 'With love' },
  })
  expect(router.state.location.search).toBe('')
})

test('the code is shown once, in groups', async () => {
  fake.rpc.issue_gift_card = () => '7GH2K9QXW4M0P3N8RTVP'
  open('/admin/gift-cards?card=new')
  await fill(/^Amount/, '100')
  await userEvent.click(screen.getByRole('radio', { name: 'Show me the code' }))
  expect(screen.queryByLabelText(/^Recipient’s email/)).not.toBeInTheDocument()
  await press('Issue and show the code')
  await screen.findByText('7GH2-K9QX-W4M0-P3N8-RTVP')
  expect(sent('issue_gift_card')).toEqual({ p_pence: 10000 })
  await press('Done')
  await waitFor(() => expect(screen.queryByText('7GH2-K9QX-W4M0-P3N8-RTVP')).not.toBeInTheDocument())
})

test('an amount that no card holds and a missing email are rejected in words', async () => {
  open('/admin/gift-cards?card=new')
  await fill(/^Amount/, '0.50')
  await press('Issue and send')
  const words = 'A gift card holds between £1 and £1,000.'
  await screen.findByText(words)
  screen.getByText('Please enter a valid email.')
  await fill(/^Amount/, '20')
  await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument())
  await fill(/^Amount/, '1000.01')
  await screen.findByText(words)
  await press('Issue and send')
  expect(sent('send_gift_card')).toEqual({})
})

test('a card is voided with a reason, which is shown from then on', async () => {
  fake.rpc.void_gift_card = () => {
    card = { ...bought, state: 'void', balance_pence: 0, void_reason: 'Stolen' }
  }
  open('/admin/gift-cards?card=c1')
  await press('Void this card')
  await screen.findByText(/^Its balance of £12.50 is lost/)
  await press('Void card')
  await screen.findByText('Say why, for your colleagues.')
  await fill(/^Reason/, 'Stolen')
  await press('Void card')
  await screen.findByText('The gift card ending 7K2M pays for nothing more.')
  expect(sent('void_gift_card')).toEqual({ p_id: 'c1', p_reason: 'Stolen' })
  await screen.findByText('Stolen')
  expect(screen.queryByRole('button', { name: 'Void this card' })).not.toBeInTheDocument()
})

test('a card that there is not, and a list that cannot be loaded', async () => {
  fake.rpc.gift_card_record = () => rejection(404, 'PT404', 'This gift card does not exist.', { hint: 'x' })
  fake.fail({ under: '/rest/v1/rpc/office_gift_cards', response: () => rejection(400, 'X', 'broken') })
  open('/admin/gift-cards?card=gone')
  await screen.findByText('This gift card does not exist')
  await screen.findByText('The gift cards could not be loaded')
})
