import { Outlet } from '@shop/router'
import { StaffProvider } from './staff-provider'

/** Everything under /admin, signed in or not. */
export function Component() {
  return (
    <StaffProvider>
      <Outlet />
    </StaffProvider>
  )
}
