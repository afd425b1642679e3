// @vitest-environment happy-dom
import { fakeSupabase, rejection, storedSession, storeSession, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../testing'

let fake: FakeSupabase

beforeEach(() => {
  storeSession()
  fake = fakeSupabase()
})

async function remove() {
  const router = open('/account/privacy')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  await userEvent.type(dialog.getByLabelText('Current password'), 'secret-1')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }))
  return router
}

test('a deleted account is signed out and told', async () => {
  fake.rpc.delete_my_account = () => undefined
  const router = await remove()
  await screen.findByText('Your account is deleted')
  await screen.findByText('Elsewhere')
  await waitFor(() => expect(storedSession()).toBeNull())
  expect(router.state.location.pathname).toBe('/')
})

test('the reason that prevents a deletion is shown, and the shopper stays signed in', async () => {
  const words = 'Order AM20250105-0001 is not finished yet.'
  fake.rpc.delete_my_account = () => rejection(409, 'PT409', words)
  await remove()
  await screen.findByText(words)
  expect(storedSession()).not.toBeNull()
})

test('a wrong password deletes nothing', async () => {
  fake.responses['POST /auth/v1/token'] = () =>
    rejection(400, 'invalid_credentials', 'Invalid login credentials')
  await remove()
  await screen.findByText('This is not your current password.')
  expect(fake.sent('POST /rest/v1/rpc/delete_my_account')).toHaveLength(0)
})

test('a copy that cannot be made says so and can be asked for again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:copy')
  fake.rpc.export_my_data = () => rejection(500, 'XX000', 'down')
  open('/account/privacy')
  const button = await screen.findByRole('button', { name: 'Download my data' })
  await userEvent.click(button)
  await screen.findByText('Your data could not be collected')
  fake.rpc.export_my_data = () => ({ account: {}, tables: {} })
  await userEvent.click(button)
  await screen.findByText(/The file is in your downloads/)
  await waitFor(() => expect(made).toHaveBeenCalledTimes(1))
})
