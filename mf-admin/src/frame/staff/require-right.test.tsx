// @vitest-environment happy-dom
import { fakeSupabase, renderApp, storeStaffSession } from '@shop/testing'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RequireRight } from './require-right'
import { RequireStaff } from './require-staff'
import { StaffProvider } from './staff-provider'

const Refunds = () => (
  <StaffProvider>
    <RequireStaff>
      <RequireRight right="refunds">
        <p>Refunds</p>
      </RequireRight>
    </RequireStaff>
  </StaffProvider>
)

test.each([
  [['orders'], false],
  [['orders', 'refunds'], true],
])('a screen opened by its address with %j: %s', async (rights, isOpen) => {
  fakeSupabase().addStaff({ role: 'moderator', rights })
  storeStaffSession()
  renderApp([{ path: '/admin/refunds', Component: Refunds }], { path: '/admin/refunds' })
  if (isOpen) await screen.findByText('Refunds')
  else {
    await screen.findByRole('heading', { name: 'Your role does not include this' })
    expect(screen.queryByText('Refunds')).not.toBeInTheDocument()
  }
})
