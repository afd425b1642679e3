// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../testing'

let fake: FakeSupabase
let state: string
beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  state = 'pending'
  fake = fakeSupabase({
    rpc: {
      office_reviews: ({ p_state: asked }) => {
        const row = {
          id: '7b7a9f3e-1111-4000-8000-000000000001',
          state,
          rating: 4,
          body: 'Soft and well made.',
          author: 'Ada',
          variant_name: 'M',
          created_at: '2026-11-05T10:00:00Z',
          order_number: 'AM20261101-0001',
          product: 'Hours Silk Robe',
          slug: 'hours-silk-robe',
        }
        const rows = asked === state ? [row] : []
        return { rows, total: rows.length, exact: true, page: 1, pages: 1 }
      },
      decide_review: ({ p_state: next }) => {
        state = String(next)
        return undefined
      },
    },
  })
  fake.addStaff({ role: 'moderator', rights: ['messages'] })
})

const approve = () => screen.findByRole('button', { name: 'Approve Ada’s review of Hours Silk Robe, M' })

test('what waits is approved at once, and can be undone', async () => {
  open('/admin/reviews')
  await screen.findByText('Soft and well made.')
  screen.getByText('1 waiting')
  await userEvent.click(await approve())
  await screen.findByText('The review is shown in the shop.')
  await screen.findByText('No reviews are waiting')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Soft and well made.')
  expect(state).toBe('pending')
})

test('the state is in the URL, and what was approved can be rejected', async () => {
  state = 'approved'
  const router = open('/admin/reviews')
  await screen.findByText('No reviews are waiting')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Approved')
  await waitFor(() => expect(router.state.location.search).toBe('?state=approved'))
  await userEvent.click(await screen.findByRole('button', { name: /^Reject/ }))
  await waitFor(() => expect(state).toBe('rejected'))
})

test('a decision that fails says so, with the reason of the database', async () => {
  fake.responses['POST /rest/v1/rpc/decide_review'] = () =>
    rejection(404, 'PT404', 'This review does not exist.', { hint: 'review' })
  open('/admin/reviews')
  await userEvent.click(await approve())
  await screen.findByText('Failed to save the decision. Please try again. This review does not exist.')
})

test('a list that cannot be loaded can be tried again', async () => {
  fake.fail({ under: '/rest/v1/rpc/office_reviews' })
  open('/admin/reviews')
  await screen.findByText('Failed to load the reviews.')
  fake.recover()
  await userEvent.click(screen.getByRole('button', { name: /again/i }))
  await screen.findByText('Soft and well made.')
})
