// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import './promotions-page'
import { gift, spring } from './testing'

let fake: FakeSupabase
let asked: unknown[]
beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  asked = []
  fake = fakeSupabase({
    rpc: {
      office_promotions: (args) => {
        asked.push(args)
        return { rows: [spring, gift], total: 45, exact: true, page: 1, pages: 3 }
      },
      promotion_record: () => spring,
    },
  })
  fake.addStaff()
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const sent = () => JSON.parse(fake.sent('POST /rest/v1/rpc/save_promotion').at(-1)?.body ?? '{}')

test('the list says what a code gives, when, how often it was used and what it is now', async () => {
  open('/admin/promotions')
  const row = within((await screen.findByRole('link', { name: 'SPRING' })).closest('tr') ?? document.body)
  row.getByText('10% off')
  row.getByText('1 Jul 2026, 09:00')
  row.getByText('without an end')
  row.getByText('3 of 10')
  row.getByText('Live')
  const ended = within(screen.getByRole('link', { name: 'GIFT5' }).closest('tr') ?? document.body)
  ended.getByText('£5.00 off')
  ended.getByText('24 Dec 2026, 23:30')
  ended.getByText('1,204')
  ended.getByText('The whole order')
  ended.getByText('Ended')
  expect(ended.queryByRole('button')).not.toBeInTheDocument()
  screen.getByText('45 promotions')
  screen.getByRole('link', { name: 'Page 3' })
})

test('search, state and page are in the address', async () => {
  open('/admin/promotions?q=spr&state=live&page=2')
  await screen.findByText('SPRING')
  expect(asked.at(-1)).toMatchObject({ p_filter: { q: 'spr', state: 'live' }, p_page: 2 })
  await press('Remove filter: State: Live')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ p_filter: { q: 'spr' }, p_page: 1 }))
})

test('"End now" can be undone with the version that it answered; why it is rejected is said', async () => {
  fake.rpc.end_promotion = () =>
    rejection(409, 'PT409', 'Someone has changed this promotion since you opened it.', {
      hint: 'stale_version',
    })
  fake.rpc.save_promotion = () => ({ id: 'p1', version: 6 })
  open('/admin/promotions')
  await press('End now: SPRING')
  await screen.findByText(
    'Failed to end promotion. Please try again. Someone has changed this promotion since you opened it.',
  )
  fake.rpc.end_promotion = () => ({ version: 5, ends_at: null })
  await press('End now: SPRING')
  await screen.findByText('“SPRING” is refused from now on. Payments that have begun keep it.')
  expect(fake.sent('POST /rest/v1/rpc/end_promotion').at(-1)?.body).toBe('{"p_id":"p1","p_version":4}')
  await press('Undo')
  await screen.findByText('“SPRING” has its former end.')
  expect(sent()).toEqual({ p_id: 'p1', p_version: 5, p_fields: { ends_at: null } })
})

test('a promotion that there is not, and a list that cannot be loaded', async () => {
  fake.rpc.promotion_record = () => rejection(404, 'PT404', 'This promotion does not exist.', { hint: 'x' })
  fake.fail({ under: '/rest/v1/rpc/office_promotions', response: () => rejection(400, 'X', 'broken') })
  open('/admin/promotions?promotion=gone')
  await screen.findByText('This promotion does not exist')
  await screen.findByText('The promotions could not be loaded')
})

test('without the right nothing is shown', async () => {
  fake.addStaff({ role: 'moderator', rights: ['orders'] })
  open('/admin/promotions')
  await screen.findByText('Your role does not include this')
  expect(asked).toEqual([])
})
