// @vitest-environment happy-dom
import { fakeSupabase, renderApp, storeStaffSession } from '@shop/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
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

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  [['orders'], false],
  [['orders', 'refunds'], true],
])('a screen opened by its address with %j: %s', async (rights, isOpen) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the client counts its instances, one a test
  fakeSupabase().addStaff({ role: 'moderator', rights })
  storeStaffSession()
  renderApp([{ path: '/admin/refunds', Component: Refunds }], { path: '/admin/refunds' })
  if (isOpen) await screen.findByText('Refunds')
  else {
    await screen.findByRole('heading', { name: 'Your role does not include this' })
    expect(screen.queryByText('Refunds')).toBeNull()
  }
})
