// @vitest-environment happy-dom
import { rejection, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import './customer-drawer'
import './customer-form'
import './customers-page'
import { ada, customerBackend, newcomer, pageOf, profile } from './testing'

let fake: FakeSupabase
beforeEach(() => {
  fake = customerBackend()
  fake.rpc.save_customer = () => null
})

const saved = () => JSON.parse(fake.sent('POST /rest/v1/rpc/save_customer').at(-1)?.body ?? 'null')

const fill = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })

async function openForm() {
  open(`/admin/customers?customer=${ada.id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  return within(await screen.findByRole('dialog', { name: 'Edit customer' }))
}

test('name, tags and default address are saved with the version that was read, or rejected at their field; the email is text', async () => {
  fake.rpc.save_customer = () =>
    rejection(422, 'PT422', 'Enter a full UK postcode, such as SW1A 1AA.', { hint: 'postal_code' })
  const form = await openForm()
  await form.findByText(/the customer signs in with it/)
  expect(form.queryByLabelText(/^Email/)).not.toBeInTheDocument()
  fill(form.getByLabelText('First name'), ' Adele ')
  await userEvent.type(form.getByLabelText(/^Tags/), 'VIP,')
  fill(form.getByLabelText(/^Postcode/), 'SW1A 2AA')
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }))
  await form.findByText('Enter a full UK postcode, such as SW1A 1AA.')
  expect(form.getByLabelText(/^Postcode/)).toHaveFocus()
  fake.rpc.save_customer = () => null
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Customer updated successfully.')
  expect(saved()).toMatchObject({
    p_id: ada.id,
    p_version: 7,
    p_values: {
      first_name: 'Adele',
      last_name: 'Lane',
      tags: ['press', 'vip'],
      default_address: { ...profile.record.default_address, postal_code: 'SW1A 2AA' },
    },
  })
})

test('a customer without a default address has none to edit, and a guest’s email is explained', async () => {
  fake.rpc.customer_profile = () => ({
    ...profile,
    ...newcomer,
    id: ada.id,
    is_guest: true,
    has_account: false,
    record: { ...profile.record, default_address: null },
  })
  const form = await openForm()
  await form.findByText(/it says whose orders these are/)
  expect(form.queryByLabelText(/^Postcode/)).not.toBeInTheDocument()
  fill(form.getByLabelText('First name'), 'Adax')
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(saved()).toMatchObject({ p_values: { default_address: null } }))
})

test('a change of somebody else is shown, and saved over only by choice', async () => {
  fake.rpc.save_customer = () =>
    rejection(409, 'PT409', 'Someone has changed this customer since you opened it.', {
      hint: 'stale_version',
      details: JSON.stringify({ ...profile.record, version: 8, first_name: 'Augusta', phone: '1' }),
    })
  const form = await openForm()
  fill(form.getByLabelText('First name'), 'Adax')
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }))
  await form.findByText('Augusta')
  fake.rpc.save_customer = () => null
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() =>
    expect(saved()).toMatchObject({ p_version: 8, p_values: { first_name: 'Adax', phone: '1' } }),
  )
})

test('the list is filtered by tag', async () => {
  const router = open('/admin/customers')
  await screen.findByText('Ada Lane')
  await userEvent.selectOptions(screen.getByLabelText('Tag'), 'press')
  await waitFor(() =>
    expect(JSON.parse(fake.sent('POST /rest/v1/rpc/office_customers').at(-1)?.body ?? 'null')).toMatchObject({
      p_tag: 'press',
    }),
  )
  expect(router.state.location.search).toBe('?tag=press')
})

test('two records are compared and merged once somebody says that they are of one person', async () => {
  const guest = {
    ...profile,
    ...newcomer,
    total_orders: 2,
    total_spent: 20,
    is_guest: true,
    has_account: false,
    tags: ['press'],
  }
  fake.rpc.office_customers = () => pageOf([ada, guest])
  fake.rpc.customer_profile = (body) => ((body as { p_id: string }).p_id === newcomer.id ? guest : profile)
  fake.rpc.merge_customers = () => null
  open(`/admin/customers?customer=${ada.id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Merge' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Ada Lane' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Compare with new@example.test' }))
  const stays = within(await dialog.findByRole('region', { name: 'Stays on the list' }))
  stays.getByText('Account')
  within(dialog.getByRole('region', { name: 'Is merged into it' })).getByText('Guest')
  dialog.getByText(/^Ada Lane then has 5 orders and £120.00 spent/)
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }))
  await dialog.findByText('Tick the box to say that you have compared them.')
  expect(fake.sent('POST /rest/v1/rpc/merge_customers')).toHaveLength(0)
  await userEvent.click(dialog.getByLabelText('Both records are of the same person'))
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }))
  await screen.findByText('new@example.test is merged into Ada Lane.')
  expect(JSON.parse(fake.sent('POST /rest/v1/rpc/merge_customers')[0]?.body ?? '')).toEqual({
    p_main: ada.id,
    p_merged: newcomer.id,
  })
})

test('two accounts cannot be merged', async () => {
  fake.rpc.customer_profile = (body) => ({ ...profile, id: (body as { p_id: string }).p_id })
  open(`/admin/customers?customer=${ada.id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Merge' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Ada Lane' }))
  await userEvent.click(await dialog.findByRole('button', { name: /^Compare with/ }))
  await dialog.findByText(/two accounts cannot be merged/)
  expect(dialog.queryByRole('button', { name: 'Merge' })).not.toBeInTheDocument()
})

test('merged records are listed, with their notes, and the merge is undone after a question', async () => {
  const merged = {
    id: newcomer.id,
    first_name: '',
    last_name: '',
    email: newcomer.email,
    total_orders: 2,
    total_spent: 20,
    merged_at: '2026-01-05T12:30:00Z',
  }
  fake.rpc.customer_profile = () => ({ ...profile, merged: [merged] })
  fake.rpc.unmerge_customer = () => null
  fake.tables.customer_notes = [
    { id: 'n1', customer_id: newcomer.id, author: null, text: 'Called', created_at: '2026-01-05T12:30:00Z' },
  ]
  open(`/admin/customers?customer=${ada.id}`)
  await screen.findByText('Called')
  await userEvent.click(screen.getByRole('button', { name: 'Undo merge of new@example.test' }))
  const question = within(screen.getByRole('dialog', { name: 'Undo merge' }))
  await userEvent.click(question.getByRole('button', { name: 'Undo merge' }))
  await screen.findByText('new@example.test is a customer again.')
  expect(JSON.parse(fake.sent('POST /rest/v1/rpc/unmerge_customer')[0]?.body ?? '')).toEqual({
    p_merged: newcomer.id,
  })
})
