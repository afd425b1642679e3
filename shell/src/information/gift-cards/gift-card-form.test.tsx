// @vitest-environment happy-dom
import { fakeSupabase, renderApp } from '@shop/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { GiftCardForm } from './gift-card-form'

const start = 'POST /rest/v1/rpc/start_gift_card'
let sent: unknown[]
let respond: () => Response
let router: ReturnType<typeof renderApp>

beforeEach(() => {
  sent = []
  respond = () => Response.json({ session_id: 'abc' })
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  fakeSupabase({
    responses: {
      [start]: async (request) => {
        sent.push({ path: start, body: await request.json() })
        return respond()
      },
    },
  })
  router = renderApp([{ path: '/gift-cards', Component: GiftCardForm }], { path: '/gift-cards' })
})

const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const write = (texts: [RegExp, string][]) => {
  for (const [name, value] of texts) fireEvent.input(field(name), { target: { value } })
}
const send = () => {
  fireEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }))
}
const good: [RegExp, string][] = [
  [/^Amount/, ' £50 '],
  [/^Your first/, 'Ada'],
  [/^Your last/, 'Giver'],
  [/^Your email/, 'ada@example.test'],
]

test('each missing field shows its error, the first has the focus, and nothing is sent', () => {
  send()
  for (const words of [
    'Enter whole pounds from £25 to £500',
    'Enter your first name',
    'Enter your last name',
    'Enter your email address',
  ])
    expect(screen.getByText(words)).toBeVisible()
  expect(field(/^Amount/)).toHaveFocus()
  write([[/^Amount/, '50']])
  expect(screen.queryByText('Enter whole pounds from £25 to £500')).not.toBeInTheDocument()
  expect(sent).toEqual([])
})

test.each(['24', '501', '25.50', '-50', 'fifty', '1e2', ''])('%j is not a valid amount', (amount) => {
  write([...good, [/^Amount/, amount]])
  send()
  expect(screen.getByText('Enter whole pounds from £25 to £500')).toBeVisible()
  expect(sent).toEqual([])
})

test.each<[RegExp, string, string]>([
  [
    /^Message/,
    'Look at evil.example',
    'Please leave out web addresses, email addresses and phone numbers, and put a space after each full stop',
  ],
  [
    /^Message/,
    'Call 0900 123 456 78',
    'Please leave out web addresses, email addresses and phone numbers, and put a space after each full stop',
  ],
  [/^Your first/, 'https://evil', 'Please leave out web addresses, email addresses and phone numbers'],
  [/^Your last/, 'evil。example', 'Please leave out web addresses, email addresses and phone numbers'],
  [/^Recipient/, 'a,b@c.dd', 'Enter an email address like name@example.co.uk'],
  [/^Your email/, 'a@c.dd.', 'Enter an email address like name@example.co.uk'],
])('texts that its email must not contain are rejected at the field: %s %s', (name, value, words) => {
  write([...good, [name, value]])
  send()
  expect(screen.getByText(words)).toBeVisible()
  expect(field(name)).toHaveFocus()
  expect(sent).toEqual([])
})

test('a valid order continues to its payment', async () => {
  write([...good, [/^Recipient/, 'friend@example.test'], [/^Message/, ' With love ']])
  send()
  await waitFor(() => {
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/checkout/payment?session=abc',
    )
  })
  expect(sent).toEqual([
    {
      path: 'POST /rest/v1/rpc/start_gift_card',
      body: {
        p_details: {
          amount: 50,
          email: 'ada@example.test',
          first_name: 'Ada',
          last_name: 'Giver',
          recipient_email: 'friend@example.test',
          message: 'With love',
        },
      },
    },
  ])
})

test('after returning from the payment the form is still filled in', async () => {
  write(good)
  send()
  await screen.findByText('Elsewhere')
  await act(() => router.navigate('/gift-cards'))
  expect([field(/^Amount/).value, field(/^Your first/).value, field(/^Your email/).value]).toEqual([
    '50',
    'Ada',
    'ada@example.test',
  ])
})

test('after a sign-out the form is empty', async () => {
  write(good)
  send()
  await screen.findByText('Elsewhere')
  sessionStorage.clear()
  await act(() => router.navigate('/gift-cards'))
  expect([field(/^Amount/).value, field(/^Your email/).value]).toEqual(['', ''])
})

test('a failure shows an error and the form stays filled in', async () => {
  respond = () => Response.json({ message: 'broken' }, { status: 500 })
  write(good)
  send()
  expect(await screen.findByText('Checkout Error')).toBeVisible()
  expect(field(/^Your first/)).toHaveValue('Ada')
})

test('a usual amount is a press, and fills the field that takes any other', () => {
  const fifty = screen.getByRole('radio', { name: '£50' })
  fireEvent.click(fifty)
  expect(field(/^Amount/)).toHaveValue('50')
  expect(fifty).toBeChecked()
  write([[/^Amount/, '75']])
  expect(fifty).not.toBeChecked()
})
