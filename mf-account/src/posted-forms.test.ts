import type { AskAccounts } from '@shop/forms/account-request'
import { formContext } from '@shop/forms/posted'
import type { Settings } from '@shop/settings'
import { testSettings } from '@shop/settings/testing'
import { fakeSupabase, rejection, type FakeSupabase } from '@shop/testing'
import { beforeEach, expect, test, vi } from 'vitest'
import { action as signUp } from './auth/sign-up-action'
import { action as forgot } from './auth/forgot-action'
import { action as track } from './tracking/track-order-action'

const found = {
  order_number: 'AM20260105-0007',
  status: 'in_transit',
  tracking_number: null,
  carrier: null,
  shipping_method: 'Standard',
  estimated_delivery: null,
  events: [],
}
let shop: FakeSupabase
const askAccounts = vi.fn<AskAccounts>()

beforeEach(() => {
  shop = fakeSupabase()
  askAccounts.mockReset().mockResolvedValue(null)
})

async function send(
  action: typeof track,
  fields: Record<string, string>,
  tracking: Settings['tracking'] = { ...testSettings.tracking, mode: 'live' },
) {
  const data = shop.connect()
  const request = new Request('https://shop.example/here', {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  const visit = {
    data,
    settings: { ...testSettings, tracking },
    siteUrl: 'https://shop.example',
    askAccounts,
  }
  const response = await action({ request, context: formContext({}, visit) })
  return { status: response.status, shown: (await response.json()) as unknown }
}

test('an order is found by its number and the postcode', async () => {
  shop.rpc.track_order = () => found
  const { status, shown } = await send(track, { number: ' AM20260105-0007 ', contact: 'sw1a1aa' })
  expect(status).toBe(200)
  expect(shown).toMatchObject({ tracking: { orderNumber: 'AM20260105-0007' }, typed: { contact: 'sw1a1aa' } })
  expect(JSON.parse(shop.sent('POST /rest/v1/rpc/track_order')[0]?.body ?? '')).toEqual({
    p_order_number: 'AM20260105-0007',
    p_contact: 'sw1a1aa',
  })
})

test.each([
  [{ number: '', contact: 'x' }, 'number'],
  [{ number: 'AM1', contact: ' ' }, 'contact'],
  [{ number: 'AM1' }, 'contact'],
])('%j is told what is missing, and nothing is looked up', async (fields, missing) => {
  const { status, shown } = await send(track, fields as Record<string, string>)
  expect(status).toBe(422)
  expect(shown).toHaveProperty(`problems.${missing}`)
  expect(shop.requests).toEqual([])
})

test('an order that is not found, and too many tries, are answered as with scripts', async () => {
  shop.rpc.track_order = () => null
  expect(await send(track, { number: 'AM1', contact: 'x' })).toMatchObject({
    status: 404,
    shown: { tracking: null, typed: { number: 'AM1', contact: 'x' } },
  })
  shop.rpc.track_order = () => rejection(429, 'PT429', 'Wait', { hint: 'rate_limited', details: '60' })
  expect(await send(track, { number: 'AM1', contact: 'x' })).toMatchObject({
    status: 409,
    shown: { error: { hint: 'rate_limited' } },
  })
})

test('the example is found by the number alone', async () => {
  const { status, shown } = await send(track, { number: 'am7' }, { ...testSettings.tracking, mode: 'demo' })
  expect(status).toBe(200)
  expect(shown).toMatchObject({ tracking: { orderNumber: 'AM7' } })
})

const account = {
  form: 'sign-up',
  firstName: 'Ada',
  lastName: '',
  email: 'ada@example.test',
  password: 'long enough',
}

test('an account is asked for, and the password is shown nowhere', async () => {
  const { status, shown } = await send(signUp, account)
  expect(status).toBe(200)
  expect(shown).toMatchObject({ sentTo: account.email })
  expect(askAccounts).toHaveBeenCalledWith(
    {
      call: 'signup',
      email: account.email,
      password: account.password,
      data: { first_name: 'Ada', last_name: '' },
    },
    'https://shop.example/',
  )
  for (const fields of [
    { ...account, email: 'ada' },
    { ...account, password: 'shor' },
  ]) {
    const wrong = await send(signUp, fields)
    expect(wrong.status).toBe(422)
    expect(JSON.stringify(wrong.shown)).not.toContain(`"${fields.password}"`)
  }
  expect(askAccounts).toHaveBeenCalledTimes(1)
})

test('a rejection is shown in the provider’s words, or in ours', async () => {
  askAccounts.mockResolvedValueOnce('Too many requests').mockResolvedValueOnce('')
  expect(await send(signUp, account)).toMatchObject({ status: 409, shown: { rejected: 'Too many requests' } })
  expect(await send(forgot, account)).toMatchObject({
    status: 503,
    shown: { rejected: 'Please try again later.' },
  })
})

test('the link for a new password is asked for, for a valid address alone', async () => {
  expect((await send(forgot, { email: 'ada' })).status).toBe(422)
  expect(await send(forgot, { email: ' ada@example.test ' })).toMatchObject({
    status: 200,
    shown: { sentTo: 'ada@example.test' },
  })
  expect(askAccounts.mock.calls).toEqual([
    [{ call: 'recover', email: 'ada@example.test' }, 'https://shop.example/auth/link'],
  ])
})
