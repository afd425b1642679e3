// @vitest-environment happy-dom
import { fakeSupabase, storeStaffSession } from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open } from '../../testing'

const parcel = {
  id: '1',
  order_number: 'AM20261101-0001',
  name: 'Ada Hale',
  carrier: 'DPD',
  tracking_number: 'RM 12',
  status: 'in_transit',
  created_at: '2026-11-02T10:00:00Z',
  expected: '2026-11-05',
  late: true,
}

test('a late parcel says so, leads to its order, and is found by its tracking number', async () => {
  storeStaffSession()
  const fake = fakeSupabase({
    rpc: { office_parcels: () => ({ rows: [parcel], total: 1, exact: true, page: 1, pages: 1 }) },
  })
  fake.addStaff()
  open('/admin/parcels')
  expect(await screen.findByText('Late')).toBeVisible()
  expect(screen.getByText('1 on their way')).toBeVisible()
  expect(screen.getByRole('link', { name: 'AM20261101-0001' })).toHaveAttribute(
    'href',
    '/admin/orders?order=AM20261101-0001',
  )
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by tracking number' }), 'rm1')
  expect(await screen.findByText('1 parcel')).toBeVisible()
  await waitFor(() => {
    expect(fake.sent('POST /rest/v1/rpc/office_parcels').at(-1)?.body).toContain('"p_query":"rm1"')
  })
})
