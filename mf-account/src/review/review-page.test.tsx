// @vitest-environment happy-dom
import { fakeSupabase, rejection, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { open } from '../testing'

let fake: FakeSupabase
let written: object | null
const link = { pathname: '/review', search: '?token=abc' }
const line = (number: number, review: object | null) => ({
  line: number,
  name: number === 0 ? 'Hours Silk Robe' : 'Moss Balm',
  variant_name: number === 0 ? 'M' : '',
  image: null,
  slug: 'x',
  review,
})

beforeEach(() => {
  written = null
  fake = fakeSupabase()
  fake.rpc.read_review_link = () => ({
    state: 'valid',
    order_number: 'AM20260105-0001',
    author: 'Ada',
    lines: [line(0, written), line(1, { rating: 5, body: '', author: 'Ada', state: 'approved' })],
  })
  fake.rpc.write_review = ({ p_rating: rating, p_body: body, p_author: author }) => {
    written = { rating, body, author, state: 'pending' }
    return undefined
  }
})

const form = async () => within(await screen.findByRole('form', { name: 'Review of Hours Silk Robe' }))

test('each bought line has its review; one is written, and can be changed while it waits', async () => {
  open(link)
  const robe = await form()
  screen.getByText('Thank you. Your review is on the product page.')
  expect(robe.getByLabelText(/Name to show/)).toHaveValue('Ada')
  await userEvent.click(robe.getByRole('radio', { name: '4 stars' }))
  await userEvent.type(robe.getByLabelText(/What do you think of it/), 'Soft.')
  await userEvent.click(robe.getByRole('button', { name: 'Send review' }))
  await screen.findByText(/We’ll read it soon/)
  expect(JSON.parse(fake.sent('POST /rest/v1/rpc/write_review')[0]?.body ?? '')).toEqual({
    p_token: 'abc',
    p_line: 0,
    p_rating: 4,
    p_body: 'Soft.',
    p_author: 'Ada',
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Change it' }))
  expect((await form()).getByRole('radio', { name: '4 stars' })).toBeChecked()
})

test('without stars it is not sent, and the field says why', async () => {
  open(link)
  await userEvent.click((await form()).getByRole('button', { name: 'Send review' }))
  await screen.findByText('Choose one to five stars.')
  expect(fake.sent('POST /rest/v1/rpc/write_review')).toHaveLength(0)
})

test('a rejection of the words stands at their field; any other is told, and nothing is lost', async () => {
  open(link)
  const robe = await form()
  await userEvent.click(robe.getByRole('radio', { name: '1 star' }))
  await userEvent.type(robe.getByLabelText(/What do you think of it/), 'See example.test')
  fake.responses['POST /rest/v1/rpc/write_review'] = () =>
    rejection(422, 'PT422', 'Please leave out links and addresses.', { hint: 'body' })
  await userEvent.click(robe.getByRole('button', { name: 'Send review' }))
  await screen.findByText('Please leave out links and addresses.')
  fake.responses['POST /rest/v1/rpc/write_review'] = () => rejection(500, 'XX000', 'internal')
  await userEvent.click(robe.getByRole('button', { name: 'Send review' }))
  await screen.findByText('Everything you wrote is still here. Please try again.')
  expect(robe.getByLabelText(/What do you think of it/)).toHaveValue('See example.test')
})

test.each([[link], [{ pathname: '/review', search: '' }]])('a link that is none says so', async (path) => {
  fake.rpc.read_review_link = () => ({ state: 'invalid' })
  open(path)
  await screen.findByRole('heading', { name: 'This link is not valid' })
})

test('a link that cannot be checked can be tried again', async () => {
  fake.fail({ under: '/rest/v1/rpc/read_review_link' })
  open(link)
  await screen.findByText('Your link could not be checked')
  fake.recover()
  await userEvent.click(screen.getByRole('button', { name: /again/i }))
  await waitFor(() => expect(screen.queryByText('Your link could not be checked')).not.toBeInTheDocument())
})
