// @vitest-environment happy-dom
import { fakeSupabase, rejection, type FakeSupabase } from '@shop/testing'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { open } from '../testing'

let fake: FakeSupabase
beforeEach(() => {
  fake = fakeSupabase()
  fake.rpc.decline_reminders = () => true
})

const link = { pathname: '/account/no-reminders', search: '?token=abc' }
const press = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Do not send me such emails' }))

test('the link declines on a press, not when it is opened', async () => {
  open(link)
  await screen.findByRole('heading', { level: 1, name: 'Emails about unfinished checkouts' })
  expect(fake.sent('POST /rest/v1/rpc/decline_reminders')).toHaveLength(0)
  await press()
  await screen.findByRole('heading', { level: 1, name: 'We will not send you such emails' })
  expect(JSON.parse(fake.sent('POST /rest/v1/rpc/decline_reminders')[0]?.body ?? '')).toEqual({
    p_token: 'abc',
  })
})

test('a failure says that nothing has changed, and can be tried again', async () => {
  fake.rpc.decline_reminders = () => rejection(500, 'XX000', 'internal error')
  open(link)
  await press()
  await screen.findByText(/nothing has changed/)
  fake.rpc.decline_reminders = () => true
  await press()
  await screen.findByRole('heading', { level: 1, name: 'We will not send you such emails' })
})

test.each([
  ['of no token', { ...link, search: '' }],
  ['that the shop does not know', link],
])('a link %s is said to be invalid', async (_name, to) => {
  fake.rpc.decline_reminders = () => false
  open(to)
  if (to.search) await press()
  await screen.findByRole('heading', { level: 1, name: 'This link is not valid' })
})
